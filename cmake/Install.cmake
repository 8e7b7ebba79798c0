# The install tree: headers, the package for plugin authors (wisp::abi, wisp::kit, wisp_add_effect), data.
# The build folder is a package too, so that plugins can be made without an install.
include(CMakePackageConfigHelpers)
install(DIRECTORY runtime/include/wisp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS wisp_abi EXPORT wisp-targets)
install(EXPORT wisp-targets NAMESPACE wisp:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/wisp)
export(EXPORT wisp-targets NAMESPACE wisp:: FILE ${PROJECT_BINARY_DIR}/wisp-targets.cmake)
configure_package_config_file(cmake/wisp-config.cmake.in ${PROJECT_BINARY_DIR}/wisp-config.cmake
    INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/wisp)
configure_file(cmake/WispEffect.cmake ${PROJECT_BINARY_DIR}/WispEffect.cmake COPYONLY)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/wisp-config-version.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${PROJECT_BINARY_DIR}/wisp-config.cmake ${PROJECT_BINARY_DIR}/wisp-config-version.cmake
    cmake/WispEffect.cmake DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/wisp)
# The folders from the .pc file up to the prefix: one more where libraries lie by machine.
file(RELATIVE_PATH wisp_pc_prefix "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
configure_file(cmake/wisp.pc.in ${PROJECT_BINARY_DIR}/wisp.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/wisp.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(DIRECTORY shaders scripts assets DESTINATION ${CMAKE_INSTALL_DATADIR}/wisp)
# What `wisp new effect` begins from.
install(FILES plugins/dust/dust.c DESTINATION ${CMAKE_INSTALL_DATADIR}/wisp/templates)
