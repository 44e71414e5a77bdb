# Reference pages from TableGen. `ninja gl-doc` writes them into docs/, where they are checked in; `ninja gl-doc-files` writes them
# into the build folder only, for utils/check-docs.sh to compare.
set(GL_DOC_DIR "${PROJECT_BINARY_DIR}/docs")
set(GL_DOC_FILES)

# gl_doc(page td-file generator options...): one page, with a note on where it comes from.
function(gl_doc page td)
  set(source "${PROJECT_SOURCE_DIR}/include/gl/${td}")
  file(GLOB_RECURSE dependencies "${PROJECT_SOURCE_DIR}/include/gl/*.td")
  get_filename_component(folder "${GL_DOC_DIR}/${page}" DIRECTORY)
  add_custom_command(OUTPUT "${GL_DOC_DIR}/${page}"
    COMMAND ${CMAKE_COMMAND} -E make_directory "${folder}"
    COMMAND ${MLIR_TABLEGEN_EXE} ${ARGN} "${source}" -I "${PROJECT_SOURCE_DIR}/include" -I "${MLIR_INCLUDE_DIR_FIRST}" -o "${GL_DOC_DIR}/${page}"
    DEPENDS ${dependencies} VERBATIM COMMENT "Documenting ${page}")
  set(GL_DOC_FILES ${GL_DOC_FILES} "${page}" PARENT_SCOPE)
endfunction()

list(GET MLIR_INCLUDE_DIRS 0 MLIR_INCLUDE_DIR_FIRST)
gl_doc(GLDialect.md Dialect/GL/IR/GLOps.td -gen-dialect-doc -dialect=gl)
gl_doc(TileDialect.md Dialect/Tile/IR/TileOps.td -gen-dialect-doc -dialect=tile)
gl_doc(passes/GLPasses.md Dialect/GL/Transforms/Passes.td -gen-pass-doc)
gl_doc(passes/TilePasses.md Dialect/Tile/Transforms/Passes.td -gen-pass-doc)
gl_doc(passes/ConversionPasses.md Conversion/Passes.td -gen-pass-doc)

list(TRANSFORM GL_DOC_FILES PREPEND "${GL_DOC_DIR}/" OUTPUT_VARIABLE gl_doc_outputs)
add_custom_target(gl-doc-files DEPENDS ${gl_doc_outputs})
add_custom_target(gl-doc
  COMMAND ${CMAKE_COMMAND} -E copy_directory "${GL_DOC_DIR}" "${PROJECT_SOURCE_DIR}/docs"
  DEPENDS gl-doc-files VERBATIM COMMENT "Copying the reference pages into docs/")
