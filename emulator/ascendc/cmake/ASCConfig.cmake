# find_package(ASC): the Ascend C language for CMake. Comes before project(... LANGUAGES ASC ...).
#
# CMAKE_ASC_ARCHITECTURES  the NPU architecture: dav-2201 or dav-3510; set it before project(), or give each target
#                          --npu-arch=dav-2201 with target_compile_options()
# ASCEND_HOME_PATH         the CANN home, from the environment variable of that name
#
# Defines ascendc_library(), ascendc_fatbin_library(), ascendc_compile_definitions(), ascendc_compile_options().
cmake_policy(PUSH)
cmake_policy(VERSION 3.16...4.0)

if("$ENV{ASCEND_HOME_PATH}" STREQUAL "")
  message(FATAL_ERROR "ASC: the environment variable ASCEND_HOME_PATH is not set. Source the CANN's set_env.sh, or for "
                      "the emulator run: eval \"$(python -m cann_emulator env)\"")
endif()
if(NOT IS_DIRECTORY "$ENV{ASCEND_HOME_PATH}")
  message(FATAL_ERROR "ASC: ASCEND_HOME_PATH is '$ENV{ASCEND_HOME_PATH}', which is no folder. Source the set_env.sh of "
                      "an installed CANN.")
endif()
set(ASCEND_HOME_PATH "$ENV{ASCEND_HOME_PATH}")

list(APPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}")
include("${CMAKE_CURRENT_LIST_DIR}/ASCFunctions.cmake")
set(ASC_FOUND TRUE)

cmake_policy(POP)
