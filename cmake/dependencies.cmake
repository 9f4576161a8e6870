# Finds what the plugin is built against and says in one place what is missing:
#   ASCEND_INCLUDE_DIRS            CANN's headers (GE prototypes and execution, platform queries, ACL)
#   TORCH_*, TORCH_NPU_*           torch and torch_npu of the Python that will load the library
#   PLUGIN_LIBRARIES               everything the library links
#   ASC_TOOLCHAIN_OPTIONS          options that make the ASC compiler use the C++ compiler's GCC toolchain
#   ASCENDC_OPS_*_VERSION          recorded in the library, compared when it is loaded

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 11)
  message(FATAL_ERROR "g++ ${CMAKE_CXX_COMPILER_VERSION} found, 11 or newer expected: set CXX to a newer compiler.")
endif()

find_package(Python3 3.10 REQUIRED COMPONENTS Interpreter Development.Module)

# torch and torch_npu are located without importing them: importing needs a device library that may not be set up yet.
function(find_python_package name folder version)
  execute_process(
    COMMAND
      "${Python3_EXECUTABLE}" -c
      "import importlib.metadata as m, importlib.util as u; print(u.find_spec('${name}').submodule_search_locations[0], m.version('${name}'), sep=';')"
    OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(NOT found)
    message(FATAL_ERROR "${name} is not installed for ${Python3_EXECUTABLE}. Install torch==2.13.0 and torch_npu==2.13.0 "
                        "there, or point Python3_EXECUTABLE at the Python that has them.")
  endif()
  list(GET found 0 found_folder)
  list(GET found 1 found_version)
  set(${folder} "${found_folder}" PARENT_SCOPE)
  set(${version} "${found_version}" PARENT_SCOPE)
  # A changed installation configures again by itself.
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${found_folder}/version.py")
endfunction()

find_python_package(torch TORCH_FOLDER ASCENDC_OPS_TORCH_VERSION)
find_python_package(torch_npu TORCH_NPU_FOLDER ASCENDC_OPS_TORCH_NPU_VERSION)

find_package(Torch REQUIRED PATHS "${TORCH_FOLDER}/share/cmake/Torch" NO_DEFAULT_PATH)
separate_arguments(TORCH_COMPILE_OPTIONS UNIX_COMMAND "${TORCH_CXX_FLAGS}")

set(TORCH_NPU_INCLUDE_DIRS "${TORCH_NPU_FOLDER}/include" "${TORCH_NPU_FOLDER}/include/third_party/acl/inc")
find_library(TORCH_NPU_LIBRARY torch_npu PATHS "${TORCH_NPU_FOLDER}/lib" NO_DEFAULT_PATH REQUIRED)
find_library(TORCH_PYTHON_LIBRARY torch_python PATHS "${TORCH_FOLDER}/lib" NO_DEFAULT_PATH REQUIRED)

set(ASCEND_HOME "$ENV{ASCEND_HOME_PATH}")
set(ASCEND_INCLUDE_DIRS "${ASCEND_HOME}/include" "${ASCEND_HOME}/include/external")
foreach(header graph/custom_op.h exe_graph/runtime/eager_op_execution_context.h tiling/platform/platform_ascendc.h
               acl/acl.h)
  if(NOT EXISTS "${ASCEND_HOME}/include/${header}")
    message(FATAL_ERROR "${ASCEND_HOME}/include/${header} is missing: the CANN there is older than 9.1 or incomplete. "
                        "Set ASCEND_HOME_PATH to a CANN >= 9.1 or to the emulator's home.")
  endif()
endforeach()
foreach(library gert platform ascendcl)
  find_library(ASCEND_${library}_LIBRARY ${library} PATHS "${ASCEND_HOME}/lib64" NO_DEFAULT_PATH REQUIRED)
  list(APPEND ASCEND_LIBRARIES "${ASCEND_${library}_LIBRARY}")
endforeach()

set(PLUGIN_LIBRARIES Python3::Module ${ASCEND_LIBRARIES} "${TORCH_NPU_LIBRARY}" "${TORCH_PYTHON_LIBRARY}"
                     ${TORCH_LIBRARIES})

# A GCC outside the system's folders (conda, a module system) must serve the device compiler's host part as well.
get_filename_component(gcc_bin "${CMAKE_CXX_COMPILER}" DIRECTORY)
get_filename_component(gcc_root "${gcc_bin}" DIRECTORY)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT gcc_root STREQUAL "/usr")
  set(ASC_TOOLCHAIN_OPTIONS "--gcc-toolchain=${gcc_root}")
endif()

string(REGEX MATCH "GLIBCXX_USE_CXX11_ABI=([01])" unused "${TORCH_CXX_FLAGS}")
set(ASCENDC_OPS_CXX11_ABI "${CMAKE_MATCH_1}")
if(ASCENDC_OPS_CXX11_ABI STREQUAL "")
  set(ASCENDC_OPS_CXX11_ABI 1)
endif()
configure_file(pytorch/build_info.h.in "${CMAKE_CURRENT_BINARY_DIR}/generated/build_info.h" @ONLY)
