# wick_add_operators(target NAMESPACE ns SECTIONS file.yaml... [SOURCES file.cpp...]): a shared library of operators written as entries (docs/operators.md), outside Wick's tree.
#
# Beside each YAML stands a .cpp of the same name with the kernels, in namespace at::native; its last line includes <ns/NAME.stubs.inc>. The generator runs when the YAML changes. The operators are
# `ns::name` in schemas and TorchScript, `ns::name(...)` in C++ through <ns/ops/name.h>, and register when the library is loaded.
#
# Part of the Wick package: find_package(Wick) includes this file. It works on a build tree of Wick as on an installed one.

function(_wick_operators_python)
  foreach(candidate IN ITEMS "${WICK_PYTHON}" /usr/bin/python3 python3)
    if(NOT candidate)
      continue()
    endif()
    execute_process(COMMAND "${candidate}" -c "import yaml, jinja2, sys; sys.exit(sys.version_info < (3, 9))" RESULT_VARIABLE bad OUTPUT_QUIET ERROR_QUIET)
    if(bad EQUAL 0)
      set(WICK_PYTHON "${candidate}" CACHE STRING "A Python with PyYAML and Jinja2")
      set(WICK_PYTHON "${candidate}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
  message(FATAL_ERROR "The generator needs a Python 3.9 or later with PyYAML and Jinja2: apt-get install python3-yaml python3-jinja2, or set WICK_PYTHON")
endfunction()

function(wick_add_operators target)
  cmake_parse_arguments(ARG "" "NAMESPACE" "SECTIONS;SOURCES" ${ARGN})
  if(NOT ARG_NAMESPACE OR NOT ARG_SECTIONS)
    message(FATAL_ERROR "wick_add_operators(target NAMESPACE ns SECTIONS file.yaml... [SOURCES file.cpp...])")
  endif()
  _wick_operators_python()
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${target}_operators")
  set(table "${folder}/${target}_operators.cpp")
  set(stamp "${folder}/stamp")
  set(sections)
  set(kernels)
  foreach(section IN LISTS ARG_SECTIONS)
    get_filename_component(section "${section}" ABSOLUTE)
    string(REGEX REPLACE "\\.yaml$" ".cpp" kernel "${section}")
    list(APPEND arguments --section "${section}")
    list(APPEND sections "${section}")
    list(APPEND kernels "${kernel}")
  endforeach()
  set(generate ${CMAKE_COMMAND} -E env "PYTHONPATH=${WICK_CODEGEN_DIR}" PYTHONDONTWRITEBYTECODE=1 "${WICK_PYTHON}" -m codegen
    --library "${ARG_NAMESPACE}" ${arguments} --root "${CMAKE_CURRENT_SOURCE_DIR}" --include "${folder}" --table "${table}" --stamp "${stamp}")
  # Once while configuring, so that a fault is told early and sources are there; later when an entry changes.
  execute_process(COMMAND ${generate} RESULT_VARIABLE bad)
  if(NOT bad EQUAL 0)
    message(FATAL_ERROR "The operators of ${target} have faults (above)")
  endif()
  file(GLOB generator "${WICK_CODEGEN_DIR}/codegen/*.py" "${WICK_CODEGEN_DIR}/codegen/templates/*.j2")
  file(GLOB_RECURSE generated "${folder}/*.h" "${folder}/*.inc")
  add_custom_command(OUTPUT "${stamp}" BYPRODUCTS "${table}" ${generated} COMMAND ${generate} DEPENDS ${sections} ${generator} COMMENT "Reading the operators of ${target}" VERBATIM)
  add_custom_target(${target}_generated DEPENDS "${stamp}")

  add_library(${target} SHARED ${kernels} "${table}" ${ARG_SOURCES})
  add_dependencies(${target} ${target}_generated)
  target_include_directories(${target} PUBLIC "${folder}")
  target_link_libraries(${target} PUBLIC wick::wick PRIVATE wick::formulas)
  target_compile_features(${target} PUBLIC cxx_std_20)
  # As the library itself: the same bits in a vector lane and in a tail.
  target_compile_options(${target} PRIVATE -ffp-contract=off)
  set_target_properties(${target} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
endfunction()
