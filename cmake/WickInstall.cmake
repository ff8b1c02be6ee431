# Installs the library, its headers, the generator and the package for find_package(Wick); the build tree has such a package too (Wick_DIR=build/cmake).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(WICK_PACKAGE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/Wick")

set(WICK_CONFIG_FOR "the build tree ${CMAKE_BINARY_DIR}")
set(WICK_CONFIG_ROOT "..")
set(WICK_CONFIG_CODEGEN "${CMAKE_SOURCE_DIR}")
set(WICK_CONFIG_LIBRARY "\${WICK_ROOT}/${CMAKE_SHARED_LIBRARY_PREFIX}wick${CMAKE_SHARED_LIBRARY_SUFFIX}")
set(WICK_CONFIG_INCLUDE "${WICK_INCLUDE_DIR}")
configure_file("${CMAKE_SOURCE_DIR}/cmake/WickConfig.cmake.in" "${CMAKE_BINARY_DIR}/cmake/WickConfig.cmake" @ONLY)
configure_file("${CMAKE_SOURCE_DIR}/cmake/WickOperators.cmake" "${CMAKE_BINARY_DIR}/cmake/WickOperators.cmake" COPYONLY)

set(WICK_CONFIG_FOR "an installed Wick")
file(RELATIVE_PATH WICK_CONFIG_ROOT "/${WICK_PACKAGE_DIR}" "/")
set(WICK_CONFIG_CODEGEN "\${WICK_ROOT}/${CMAKE_INSTALL_DATADIR}/wick")
set(WICK_CONFIG_LIBRARY "\${WICK_ROOT}/${CMAKE_INSTALL_LIBDIR}/${CMAKE_SHARED_LIBRARY_PREFIX}wick${CMAKE_SHARED_LIBRARY_SUFFIX}")
set(WICK_CONFIG_INCLUDE "\${WICK_ROOT}/${CMAKE_INSTALL_INCLUDEDIR}")
configure_file("${CMAKE_SOURCE_DIR}/cmake/WickConfig.cmake.in" "${CMAKE_BINARY_DIR}/cmake/installed/WickConfig.cmake" @ONLY)

write_basic_package_version_file("${CMAKE_BINARY_DIR}/cmake/WickConfigVersion.cmake" COMPATIBILITY SameMinorVersion)

set_target_properties(wick-cli PROPERTIES INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
install(TARGETS wick wick-cli RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
# The tree of headers is links; what is installed are the files.
install(CODE "
  set(to \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_INCLUDEDIR}\")
  foreach(part ATen c10 torch)
    if(EXISTS \"${WICK_INCLUDE_DIR}/\${part}\")
      execute_process(COMMAND \"${CMAKE_COMMAND}\" -E copy_directory \"${WICK_INCLUDE_DIR}/\${part}\" \"\${to}/\${part}\" COMMAND_ERROR_IS_FATAL ANY)
    endif()
  endforeach()")
install(DIRECTORY "${CMAKE_SOURCE_DIR}/codegen" DESTINATION "${CMAKE_INSTALL_DATADIR}/wick" PATTERN "__pycache__" EXCLUDE)
install(FILES "${CMAKE_BINARY_DIR}/cmake/installed/WickConfig.cmake" "${CMAKE_BINARY_DIR}/cmake/WickConfigVersion.cmake" "${CMAKE_SOURCE_DIR}/cmake/WickOperators.cmake" DESTINATION "${WICK_PACKAGE_DIR}")
