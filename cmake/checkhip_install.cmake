# SPDX-License-Identifier: Apache-2.0
# What an installed checkhip offers: find_package(checkhip) with checkhip::core (and checkhip::vectors where it was built),
# pkg-config checkhip, the public headers, the command.
include(CMakePackageConfigHelpers)

set(CHECKHIP_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/checkhip)

install(TARGETS checkhip_core EXPORT checkhip_targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
set(CHECKHIP_HAS_VECTORS OFF)
if(TARGET checkhip_vectors)
  set(CHECKHIP_HAS_VECTORS ON)
  set_target_properties(checkhip_vectors PROPERTIES EXPORT_NAME vectors)
  install(TARGETS checkhip_vectors EXPORT checkhip_targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
if(TARGET checkhip)
  install(TARGETS checkhip RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/bindings DESTINATION ${CMAKE_INSTALL_DATADIR}/checkhip FILES_MATCHING PATTERN "*.binding")
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/checkhip DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h")

install(EXPORT checkhip_targets NAMESPACE checkhip:: DESTINATION ${CHECKHIP_PACKAGE_DIR})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/checkhipConfig.cmake.in ${PROJECT_BINARY_DIR}/checkhipConfig.cmake
  INSTALL_DESTINATION ${CHECKHIP_PACKAGE_DIR} NO_SET_AND_CHECK_MACRO)
# Before 1.0 a minor release may change the headers.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/checkhipConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/checkhipConfig.cmake ${PROJECT_BINARY_DIR}/checkhipConfigVersion.cmake
  DESTINATION ${CHECKHIP_PACKAGE_DIR})

# The prefix is found from where the .pc file lies, so that `cmake --install --prefix` and a moved tree both work.
file(RELATIVE_PATH CHECKHIP_PC_PREFIX ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
set(CHECKHIP_PC_LINK "")
if(CHECKHIP_SANITIZE)
  set(CHECKHIP_PC_LINK "-fsanitize=${CHECKHIP_SANITIZE}")
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/checkhip.pc.in ${PROJECT_BINARY_DIR}/checkhip.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/checkhip.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
