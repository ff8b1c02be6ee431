# wick_layer(name SOURCES folders... [EXCLUDE folders...] [LIBS libs...] [GENERATED files...]): one object library, target wick_<name>.
# wick_library(wick layers...): libwick.so and libwick.a from them.
find_package(fmt REQUIRED)
find_package(hwy REQUIRED)
find_package(Threads REQUIRED)
find_path(LIBDEFLATE_INCLUDE libdeflate.h REQUIRED)
find_library(LIBDEFLATE_LIBRARY deflate REQUIRED)

add_library(wick_highway INTERFACE)
target_link_libraries(wick_highway INTERFACE hwy::hwy)
# Baseline, AVX2 and AVX-512 (NEON on Arm) are the instruction sets that matter; each costs compile time.
target_compile_definitions(wick_highway INTERFACE
  HWY_DISABLED_TARGETS=\(HWY_SSSE3|HWY_SSE4|HWY_AVX3_DL\))

add_library(wick_common INTERFACE)
target_include_directories(wick_common INTERFACE "${WICK_INCLUDE_DIR}")
target_link_libraries(wick_common INTERFACE Threads::Threads)

function(wick_layer name)
  cmake_parse_arguments(ARG "" "" "SOURCES;EXCLUDE;LIBS;GENERATED" ${ARGN})
  set(sources ${ARG_GENERATED})
  foreach(folder IN LISTS ARG_SOURCES)
    file(GLOB_RECURSE found CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/${folder}/*.cpp")
    list(APPEND sources ${found})
  endforeach()
  foreach(folder IN LISTS ARG_EXCLUDE)
    list(FILTER sources EXCLUDE REGEX "^${CMAKE_SOURCE_DIR}/${folder}/")
  endforeach()
  if(NOT sources) # bootstrap only
    file(WRITE "${CMAKE_BINARY_DIR}/empty_${name}.cpp" "")
    set(sources "${CMAKE_BINARY_DIR}/empty_${name}.cpp")
  endif()
  add_library(wick_${name} OBJECT ${sources})
  target_link_libraries(wick_${name} PUBLIC wick_common PRIVATE fmt::fmt ${ARG_LIBS})
  target_include_directories(wick_${name} PRIVATE "${LIBDEFLATE_INCLUDE}")
  target_compile_definitions(wick_${name} PRIVATE WICK_BUILDING_LIBRARY)
  add_dependencies(wick_${name} wick_operators)
  if(WICK_PCH)
    target_precompile_headers(wick_${name} PRIVATE <algorithm> <atomic> <cstdint> <cstring> <functional> <memory> <mutex> <optional> <string> <string_view> <tuple> <unordered_map> <utility> <variant> <vector>)
  endif()
endfunction()

function(wick_library target)
  foreach(layer IN LISTS ARGN)
    list(APPEND objects $<TARGET_OBJECTS:wick_${layer}>)
  endforeach()
  add_library(${target} SHARED ${objects})
  target_link_libraries(${target} PUBLIC wick_common PRIVATE fmt::fmt hwy::hwy "${LIBDEFLATE_LIBRARY}" ${CMAKE_DL_LIBS})
endfunction()
