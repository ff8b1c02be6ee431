# Language level, warnings, visibility, and the fast tools (ccache, mold, lld) where the machine has them.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
# For the inner loop and the sanitizers: fast to compile, fast enough to run, internal assertions on.
set(CMAKE_CXX_FLAGS_QUICK "-O1 -g1")

# The same bits in a vector lane, in a tail and in a fused loop: nothing is contracted behind the author's back.
add_compile_options(-Wall -Wextra -Wno-unused-parameter -Wno-missing-field-initializers -ffp-contract=off -fno-plt)

find_program(WICK_CCACHE ccache)
if(WICK_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${WICK_CCACHE})
endif()
find_program(WICK_MOLD mold)
find_program(WICK_LLD ld.lld)
if(WICK_MOLD)
  add_link_options(-fuse-ld=mold)
elseif(WICK_LLD)
  add_link_options(-fuse-ld=lld)
endif()

if(WICK_SANITIZE)
  add_compile_options(-fsanitize=${WICK_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${WICK_SANITIZE})
  if(WICK_SANITIZE MATCHES "undefined")
    add_compile_options(-fno-sanitize-recover=all)
  endif()
endif()
