# Installs a build, then configures, builds and runs the project in consumer/ against the installation.
# Usage: cmake -DBUILD=<build folder> -DWORK=<scratch folder> -DCONSUMER=<folder> -DCC=<compiler> -DCXX=<compiler> -DCOMPILER=<ON|OFF> -P RunPackageTest.cmake
file(REMOVE_RECURSE "${WORK}")
foreach(component gl_runtime gl_development)
  execute_process(COMMAND ${CMAKE_COMMAND} --install "${BUILD}" --prefix "${WORK}/install" --component ${component}
                  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endforeach()
# The installation must not need the place it was made in.
file(RENAME "${WORK}/install" "${WORK}/moved")
execute_process(COMMAND ${CMAKE_COMMAND} -S "${CONSUMER}" -B "${WORK}/build" -G Ninja
                  -DCMAKE_PREFIX_PATH=${WORK}/moved -DCMAKE_C_COMPILER=${CC} -DCMAKE_CXX_COMPILER=${CXX} -DUSE_COMPILER=${COMPILER}
                COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build "${WORK}/build" COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${WORK}/build/use_runtime" COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${WORK}/build/use_runtime_static" COMMAND_ERROR_IS_FATAL ANY)
if(COMPILER)
  execute_process(COMMAND "${WORK}/build/use_compiler" OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  if(NOT text MATCHES "gl.gather_concat stacked %arg0 : tensor<4x12x32xf32> -> tensor<12x128xf32>")
    message(FATAL_ERROR "use_compiler printed:\n${text}")
  endif()
endif()
