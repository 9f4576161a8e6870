# Finds the installed torch and torch_npu wheels without importing them (importing torch_npu needs a CANN, which is
# what is being built) and defines:
#   cann_emulator_torch      ATen on the CPU: torch's headers and libraries
#   cann_emulator_torch_npu  torch_npu's headers and library, on top of the above
#   CANN_EMULATOR_TORCH_VERSION, CANN_EMULATOR_TORCH_NPU_VERSION
find_package(Python 3.10 REQUIRED COMPONENTS Interpreter)

function(cann_emulator_find_wheel package)
  string(
    CONCAT script
           "import importlib.metadata as m, importlib.util as u, sys; s = u.find_spec(sys.argv[1]); "
           "print(m.version(sys.argv[1]), s.submodule_search_locations[0], sep=';', end='') if s else sys.exit(1)")
  execute_process(
    COMMAND "${Python_EXECUTABLE}" -c "${script}" ${package}
    OUTPUT_VARIABLE found
    RESULT_VARIABLE status
    ERROR_QUIET)
  if(NOT status EQUAL 0)
    message(
      FATAL_ERROR
        "The CANN emulator is built against the installed ${package}, which ${Python_EXECUTABLE} does not have. "
        "Install it first (pip install torch torch_npu, versions that belong together) and build with "
        "pip install --no-build-isolation, or name another interpreter with -DPython_EXECUTABLE=...")
  endif()
  list(GET found 0 version)
  list(GET found 1 path)
  message(STATUS "Found ${package} ${version}: ${path}")
  string(TOUPPER ${package} upper)
  set(CANN_EMULATOR_${upper}_VERSION "${version}" PARENT_SCOPE)
  set(CANN_EMULATOR_${upper}_PATH "${path}" PARENT_SCOPE)
endfunction()

cann_emulator_find_wheel(torch)
cann_emulator_find_wheel(torch_npu)

add_library(cann_emulator_torch INTERFACE)
target_include_directories(cann_emulator_torch SYSTEM
                           INTERFACE "${CANN_EMULATOR_TORCH_PATH}/include"
                                     "${CANN_EMULATOR_TORCH_PATH}/include/torch/csrc/api/include")
target_link_directories(cann_emulator_torch INTERFACE "${CANN_EMULATOR_TORCH_PATH}/lib")
target_link_libraries(cann_emulator_torch INTERFACE torch_cpu c10)

add_library(cann_emulator_torch_npu INTERFACE)
target_include_directories(cann_emulator_torch_npu SYSTEM INTERFACE "${CANN_EMULATOR_TORCH_NPU_PATH}/include")
target_link_directories(cann_emulator_torch_npu INTERFACE "${CANN_EMULATOR_TORCH_NPU_PATH}/lib")
target_link_libraries(cann_emulator_torch_npu INTERFACE cann_emulator_torch torch_npu)
