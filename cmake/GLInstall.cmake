# cmake --install: headers, libraries, tools and the find_package(gl) files.
include(CMakePackageConfigHelpers)
install(DIRECTORY include/gl DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h" PATTERN "*.td")
