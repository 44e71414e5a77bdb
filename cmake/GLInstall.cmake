# cmake --install: headers, libraries, tools and the find_package(gl) files.
#
# Components: gl_tools (programs), gl_runtime (the runtime library and its headers), gl_share (examples and cases for gl-run) and
# gl_development (the compiler's libraries and headers, and everything find_package(gl) reads). utils/make-release.sh packs the first three.
include(CMakePackageConfigHelpers)

set(GL_CMAKE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/gl")

# gl_install_targets(export component targets...): the targets that exist, as gl::<name>.
function(gl_install_targets export component)
  foreach(target IN LISTS ARGN)
    if(TARGET ${target})
      install(TARGETS ${target} EXPORT ${export}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${component}
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT gl_development)
      set(any TRUE)
    endif()
  endforeach()
  if(any)
    install(EXPORT ${export} NAMESPACE gl:: DESTINATION ${GL_CMAKE_DIR} COMPONENT gl_development)
  endif()
endfunction()

# The runtime: all that a program needs which runs bundles.
if(TARGET gl_runtime)
  set_target_properties(gl_runtime PROPERTIES EXPORT_NAME runtime)
  set_target_properties(gl_runtime_static PROPERTIES EXPORT_NAME runtime_static)
endif()
gl_install_targets(glRuntimeTargets gl_runtime gl_runtime gl_runtime_static)
install(DIRECTORY include/gl/Runtime DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/gl COMPONENT gl_runtime FILES_MATCHING PATTERN "*.h")

# The compiler as libraries; a program that links them needs the same LLVM/MLIR.
if(GL_BUILD_COMPILER)
  get_property(gl_libraries GLOBAL PROPERTY GL_LIBRARIES)
  foreach(library IN LISTS gl_libraries)
    target_include_directories(${library} INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  endforeach()
  target_include_directories(GLSupport INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  gl_install_targets(glCompilerTargets gl_development ${gl_libraries} GLSupport)
  install(DIRECTORY include/gl DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT gl_development
    FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "Runtime" EXCLUDE)
  install(DIRECTORY "${PROJECT_BINARY_DIR}/include/gl" DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT gl_development
    FILES_MATCHING PATTERN "*.inc")
endif()

configure_package_config_file(cmake/glConfig.cmake.in "${PROJECT_BINARY_DIR}/glConfig.cmake" INSTALL_DESTINATION ${GL_CMAKE_DIR})
write_basic_package_version_file("${PROJECT_BINARY_DIR}/glConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/glConfig.cmake" "${PROJECT_BINARY_DIR}/glConfigVersion.cmake"
  DESTINATION ${GL_CMAKE_DIR} COMPONENT gl_development)

install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DATADIR}/gl COMPONENT gl_share)
install(DIRECTORY test/Integration DESTINATION ${CMAKE_INSTALL_DATADIR}/gl/test COMPONENT gl_share OPTIONAL)
install(FILES docs/bundle.md DESTINATION ${CMAKE_INSTALL_DATADIR}/gl COMPONENT gl_share)
