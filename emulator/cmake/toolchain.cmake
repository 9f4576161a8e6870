# Says what does not fit before the first source is compiled.
if(NOT CMAKE_SYSTEM_NAME STREQUAL "Linux" OR NOT CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  message(FATAL_ERROR "The CANN emulator runs on Linux on x86_64, as the torch_npu wheels do; this is "
                      "${CMAKE_SYSTEM_NAME} on ${CMAKE_SYSTEM_PROCESSOR}.")
endif()
set(minimum_GNU 11)
set(minimum_Clang 14)
if(NOT DEFINED minimum_${CMAKE_CXX_COMPILER_ID}
   OR CMAKE_CXX_COMPILER_VERSION VERSION_LESS minimum_${CMAKE_CXX_COMPILER_ID})
  message(FATAL_ERROR "The CANN emulator needs g++ >= ${minimum_GNU} or clang >= ${minimum_Clang}; "
                      "${CMAKE_CXX_COMPILER} is ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}. "
                      "Set CXX to another compiler.")
endif()
