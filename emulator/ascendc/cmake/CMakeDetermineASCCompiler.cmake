# The ASC compiler is the CANN home's bisheng; CMAKE_ASC_COMPILER names another.
include("${CMAKE_ROOT}/Modules/CMakeDetermineCompiler.cmake")

if(NOT CMAKE_ASC_COMPILER)
  set(CMAKE_ASC_COMPILER_INIT NOTFOUND)
  find_program(CMAKE_ASC_COMPILER NAMES bisheng PATHS "$ENV{ASCEND_HOME_PATH}/bin" NO_DEFAULT_PATH)
  if(NOT CMAKE_ASC_COMPILER)
    message(FATAL_ERROR "ASC: no compiler bisheng in $ENV{ASCEND_HOME_PATH}/bin. Set CMAKE_ASC_COMPILER to it, or "
                        "ASCEND_HOME_PATH to a CANN that has it.")
  endif()
endif()
mark_as_advanced(CMAKE_ASC_COMPILER)

# Without it the targets name the architecture, by target_compile_options(... --npu-arch=dav-2201).
set(ASC_KNOWN_ARCHITECTURES dav-2201 dav-3510)
list(LENGTH CMAKE_ASC_ARCHITECTURES asc_architecture_count)
if(asc_architecture_count GREATER 1)
  message(FATAL_ERROR "ASC: CMAKE_ASC_ARCHITECTURES names more than one architecture (${CMAKE_ASC_ARCHITECTURES}); "
                      "configure one build for each.")
endif()
if(CMAKE_ASC_ARCHITECTURES AND NOT CMAKE_ASC_ARCHITECTURES IN_LIST ASC_KNOWN_ARCHITECTURES)
  message(FATAL_ERROR "ASC: CMAKE_ASC_ARCHITECTURES is '${CMAKE_ASC_ARCHITECTURES}', expected dav-2201 (Atlas A2, A3) or "
                      "dav-3510 (Ascend 950).")
endif()

set(CMAKE_ASC_COMPILER_ENV_VAR ASC)
get_filename_component(asc_home "${CMAKE_ASC_COMPILER}" REALPATH)
get_filename_component(asc_home "${asc_home}" DIRECTORY)
get_filename_component(asc_home "${asc_home}" DIRECTORY)
# A link by another language's compiler adds these, as bisheng does by itself.
set(CMAKE_ASC_IMPLICIT_LINK_LIBRARIES ascendc_runtime ascendcl)
set(CMAKE_ASC_IMPLICIT_LINK_DIRECTORIES "${asc_home}/lib64")

configure_file("${CMAKE_CURRENT_LIST_DIR}/CMakeASCCompiler.cmake.in" "${CMAKE_PLATFORM_INFO_DIR}/CMakeASCCompiler.cmake"
               @ONLY)
