# aoti_library(NAME SOURCES... [LINK targets...] [PCH]): a static library of the project.
add_library(aoti_options INTERFACE)
target_include_directories(aoti_options INTERFACE ${CMAKE_SOURCE_DIR}/lib ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/lib)
target_compile_options(aoti_options INTERFACE -Wall -Wextra -Wno-unused-parameter -ffunction-sections -fdata-sections)
if(AOTI_WERROR)
  target_compile_options(aoti_options INTERFACE -Werror)
endif()
if(AOTI_SANITIZE)
  # vptr needs the type information of every class; LLVM's archives lack some of it.
  set(_sanitize -fsanitize=address,undefined -fno-sanitize=vptr -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  target_compile_options(aoti_options INTERFACE ${_sanitize})
  target_link_options(aoti_options INTERFACE ${_sanitize})
endif()

function(aoti_library NAME)
  cmake_parse_arguments(ARG "PCH" "" "LINK;SOURCES" ${ARGN})
  add_library(${NAME} STATIC ${ARG_SOURCES} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${NAME} PUBLIC aoti_options aoti_llvm_headers ${ARG_LINK})
  if(ARG_PCH)
    target_precompile_headers(${NAME} REUSE_FROM aoti_clang_headers)
  endif()
endfunction()

# Clang's headers, compiled once for all libraries that read the AST.
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/cmake/ClangHeaders.cpp CONTENT "")
aoti_library(aoti_clang_headers SOURCES ${CMAKE_BINARY_DIR}/cmake/ClangHeaders.cpp)
target_precompile_headers(aoti_clang_headers PRIVATE ${CMAKE_SOURCE_DIR}/cmake/ClangHeaders.h)

# aoti_embed(FUNCTION FOLDER OUT_VAR [SUFFIX]): a source that holds the files of a folder; see utils/embed.py.
function(aoti_embed FUNCTION FOLDER OUT_VAR)
  string(SUBSTRING ${FUNCTION} 0 1 _first)
  string(TOUPPER ${_first} _first)
  string(SUBSTRING ${FUNCTION} 1 -1 _rest)
  set(_header ${CMAKE_CURRENT_BINARY_DIR}/${_first}${_rest}.h)
  set(_source ${CMAKE_CURRENT_BINARY_DIR}/${_first}${_rest}.cpp)
  file(GLOB_RECURSE _files CONFIGURE_DEPENDS ${FOLDER}/*)
  add_custom_command(OUTPUT ${_header} ${_source}
    COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/utils/embed.py ${FUNCTION} ${FOLDER} ${_header} ${_source} ${ARGN}
    DEPENDS ${_files} ${CMAKE_SOURCE_DIR}/utils/embed.py VERBATIM)
  set(${OUT_VAR} ${_source} ${_header} PARENT_SCOPE)
endfunction()
