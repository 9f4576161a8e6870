# The operator package: the operators for GE alone, without torch, laid out as GE looks for them. The root,
# <build>/op_package or ascendc_ops/op_package once installed, goes into ASCEND_CUSTOM_OPP_PATH.
#   op_graph/include/ascendc_ops_proto.h                  prototypes for programs that build graphs in C++
#   op_graph/lib/linux/<arch>/libascendc_ops_ge.so        prototypes, inference, execution and kernels
# The library is linked from the objects that libascendc_ops.so has too: nothing is compiled twice.
set(package "${CMAKE_CURRENT_BINARY_DIR}/op_package")
set(package_libraries "op_graph/lib/linux/${CMAKE_SYSTEM_PROCESSOR}")

add_library(ascendc_ops_package SHARED $<TARGET_OBJECTS:ascendc_ops_kernel> $<TARGET_OBJECTS:ascendc_ops_ge>)
set_target_properties(
  ascendc_ops_package PROPERTIES OUTPUT_NAME ascendc_ops_ge LINKER_LANGUAGE CXX SKIP_BUILD_RPATH ON
                                 LIBRARY_OUTPUT_DIRECTORY "${package}/${package_libraries}")
target_link_libraries(ascendc_ops_package PRIVATE -Wl,-Bsymbolic-functions -Wl,--no-as-needed ${ASCEND_LIBRARIES} -Wl,--as-needed)

# The prototypes stand once, in ge/: the header is their REG_OP statements.
set(PROTOTYPES "")
get_target_property(ge_sources ascendc_ops_ge SOURCES)
list(FILTER ge_sources INCLUDE REGEX "^ge/")
list(REMOVE_ITEM ge_sources ge/execution_log.cpp) # no operator
foreach(source ${ge_sources})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${source}")
  file(READ "${source}" text)
  string(REGEX MATCH "\nREG_OP\\([^;]*OP_END_FACTORY_REG\\([^;]*;\n" prototype "${text}")
  if(prototype STREQUAL "")
    message(FATAL_ERROR "${source} has no REG_OP(...) ... .OP_END_FACTORY_REG(...); that starts a line.")
  endif()
  string(APPEND PROTOTYPES "${prototype}")
endforeach()
configure_file(cmake/operator_prototypes.h.in "${package}/op_graph/include/ascendc_ops_proto.h" @ONLY)

install(TARGETS ascendc_ops_package LIBRARY DESTINATION "ascendc_ops/op_package/${package_libraries}"
        COMPONENT op_package)
install(FILES "${package}/op_graph/include/ascendc_ops_proto.h" DESTINATION ascendc_ops/op_package/op_graph/include
        COMPONENT op_package)
