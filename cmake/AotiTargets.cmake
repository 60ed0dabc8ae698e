# aoti_library(NAME SOURCES... [LINK targets...] [PCH]): a static library of the project; PCH for those that read the AST.
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
  else()
    target_precompile_headers(${NAME} REUSE_FROM aoti_plain_headers)
  endif()
endfunction()

# Headers that are compiled once: clang's for all libraries that read the AST, a few of LLVM's for the others.
foreach(_kind IN ITEMS Clang Plain)
  string(TOLOWER aoti_${_kind}_headers _target)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/cmake/${_kind}Headers.cpp CONTENT "")
  add_library(${_target} STATIC ${CMAKE_BINARY_DIR}/cmake/${_kind}Headers.cpp)
  target_link_libraries(${_target} PUBLIC aoti_options aoti_llvm_headers)
  target_precompile_headers(${_target} PRIVATE ${CMAKE_SOURCE_DIR}/cmake/${_kind}Headers.h)
endforeach()

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
