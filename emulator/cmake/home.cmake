# The files of a CANN home that no component owns, in the build tree; and the installation of the whole home.
# The libraries have the interfaces of both; torch_npu fits 9.1.
set(CANN_EMULATOR_CANN_VERSION 9.1.0 CACHE STRING "The CANN whose headers the home has: 9.1.0 or 9.2.0")
if(NOT CANN_EMULATOR_CANN_VERSION MATCHES "^9\\.(1|2)\\.0$")
  message(FATAL_ERROR "CANN_EMULATOR_CANN_VERSION is '${CANN_EMULATOR_CANN_VERSION}', expected 9.1.0 or 9.2.0")
endif()

# Recognises a home as the emulator's (cann_emulator/home.py) and tells what it was built for.
configure_file("${CMAKE_CURRENT_SOURCE_DIR}/cmake/cann_emulator.json.in"
               "${CANN_EMULATOR_HOME}/share/cann_emulator.json" @ONLY)
# Where programs without Python find the torch that the operators were built with (ge/torch_loader.cpp).
file(CONFIGURE OUTPUT "${CANN_EMULATOR_HOME}/share/cann_emulator_torch_path"
     CONTENT "@CANN_EMULATOR_TORCH_PATH@\n" @ONLY)
configure_file("${CMAKE_CURRENT_SOURCE_DIR}/cmake/set_env.sh" "${CANN_EMULATOR_HOME}/set_env.sh" COPYONLY)

# torch_npu checks that these packages of a CANN are there and reads the version from an install.info file.
file(CONFIGURE OUTPUT "${CANN_EMULATOR_HOME}/ascend_toolkit_install.info"
     CONTENT "package_name=cann-emulator\nversion=@CANN_EMULATOR_CANN_VERSION@\n" @ONLY)
foreach(package IN ITEMS compiler opp runtime)
  file(CONFIGURE OUTPUT "${CANN_EMULATOR_HOME}/${package}/version.info"
       CONTENT "Version=@CANN_EMULATOR_CANN_VERSION@\n" @ONLY)
endforeach()

set(CANN_EMULATOR_HEADERS "${CMAKE_CURRENT_SOURCE_DIR}/include")
if(CANN_EMULATOR_CANN_VERSION VERSION_GREATER_EQUAL 9.2)
  list(APPEND CANN_EMULATOR_HEADERS "${CMAKE_CURRENT_SOURCE_DIR}/include-9.2")
endif()
add_custom_target(
  cann_emulator_headers ALL
  COMMAND "${CMAKE_COMMAND}" -E copy_directory_if_different ${CANN_EMULATOR_HEADERS} "${CANN_EMULATOR_HOME}/include"
  COMMENT "Copying the public headers")

install(DIRECTORY "${CANN_EMULATOR_HOME}/" DESTINATION . USE_SOURCE_PERMISSIONS)
