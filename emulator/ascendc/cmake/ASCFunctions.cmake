# The functions of kernel libraries.

# ascendc_library(<target> SHARED|STATIC <source>...)
# A library of ASC sources; sources of any extension are compiled as ASC.
function(ascendc_library target type)
  if(NOT type MATCHES "^(SHARED|STATIC)$")
    message(FATAL_ERROR "ascendc_library(${target}): the type is '${type}', expected SHARED or STATIC")
  endif()
  if(NOT ARGN)
    message(FATAL_ERROR "ascendc_library(${target}): no sources")
  endif()
  set_source_files_properties(${ARGN} PROPERTIES LANGUAGE ASC)
  add_library(${target} ${type} ${ARGN})
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
endfunction()

# ascendc_fatbin_library(<target> <source>...)
# Device code in a file of its own. Kernels are host code here, so it is a shared library.
function(ascendc_fatbin_library target)
  ascendc_library(${target} SHARED ${ARGN})
endfunction()

# ascendc_compile_definitions(<target> PRIVATE|PUBLIC|INTERFACE <definition>...), for ASC sources alone
function(ascendc_compile_definitions target scope)
  foreach(definition IN LISTS ARGN)
    target_compile_definitions(${target} ${scope} "$<$<COMPILE_LANGUAGE:ASC>:${definition}>")
  endforeach()
endfunction()

# ascendc_compile_options(<target> PRIVATE|PUBLIC|INTERFACE <option>...), for ASC sources alone
function(ascendc_compile_options target scope)
  foreach(option IN LISTS ARGN)
    target_compile_options(${target} ${scope} "$<$<COMPILE_LANGUAGE:ASC>:${option}>")
  endforeach()
endfunction()
