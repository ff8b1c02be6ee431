# wick_generate_operators(): python3 -m codegen reads native_functions.yaml and writes headers and stubs below WICK_INCLUDE_DIR and the operators' table.
# Once while configuring, so that the headers are there; then as the target wick_operators, which runs when an input changed and
# writes only files that differ: an edited entry recompiles its section, a second build compiles nothing.

function(wick_generate_operators)
  _wick_operators_python()
  set(table "${CMAKE_BINARY_DIR}/OperatorTable.cpp")
  set(bundle "${CMAKE_BINARY_DIR}/operators.json")
  set(list "${CMAKE_BINARY_DIR}/operators.list")
  set(stamp "${CMAKE_BINARY_DIR}/operators.stamp")
  set(codegen ${CMAKE_COMMAND} -E env PYTHONPATH=${CMAKE_SOURCE_DIR} PYTHONDONTWRITEBYTECODE=1 "${WICK_PYTHON}" -m codegen)
  set(read ${codegen} --index "${CMAKE_SOURCE_DIR}/native_functions.yaml" --bundle "${bundle}")
  set(write ${codegen} --unpack "${bundle}" --include "${WICK_INCLUDE_DIR}" --table "${table}" --list "${list}" --stamp "${stamp}")
  execute_process(COMMAND ${read} RESULT_VARIABLE bad)
  if(NOT bad EQUAL 0)
    message(FATAL_ERROR "The operators' YAML has faults (above)")
  endif()
  execute_process(COMMAND ${write} RESULT_VARIABLE bad)
  if(NOT bad EQUAL 0)
    message(FATAL_ERROR "The operators' files cannot be written (above)")
  endif()

  file(GLOB inputs CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/codegen/*.py" "${CMAKE_SOURCE_DIR}/codegen/templates/*.j2" "${CMAKE_SOURCE_DIR}/aten/ATen/native/*.yaml")
  list(APPEND inputs "${CMAKE_SOURCE_DIR}/native_functions.yaml")
  add_custom_command(OUTPUT "${bundle}" COMMAND ${read} DEPENDS ${inputs} COMMENT "Reading the operators' YAML" VERBATIM)
  # Every generated file is a by-product, so that one build sees what the generator changed and recompiles just that. A file that comes or
  # goes changes the list, and the next build configures anew.
  file(STRINGS "${list}" generated)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${list}")
  add_custom_command(OUTPUT "${stamp}" BYPRODUCTS ${generated} COMMAND ${write} DEPENDS "${bundle}" COMMENT "Writing the operators' headers and stubs" VERBATIM)
  add_custom_target(wick_operators DEPENDS "${stamp}")
  set(WICK_GENERATED_SOURCES "${table}" PARENT_SCOPE)
endfunction()
