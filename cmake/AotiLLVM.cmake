# Finds LLVM and Clang, and names what the tool (static archives) and the tests (utilities) need of them.

# The config of LLVM accepts a request for MAJOR.MINOR only, so the version is asked of llvm-config first.
find_program(AOTI_LLVM_CONFIG NAMES llvm-config-${AOTI_LLVM_VERSION} REQUIRED)
execute_process(COMMAND ${AOTI_LLVM_CONFIG} --version OUTPUT_VARIABLE _version OUTPUT_STRIP_TRAILING_WHITESPACE)
execute_process(COMMAND ${AOTI_LLVM_CONFIG} --prefix OUTPUT_VARIABLE _prefix OUTPUT_STRIP_TRAILING_WHITESPACE)
string(REGEX MATCH "^[0-9]+\\.[0-9]+" _major_minor "${_version}")
find_package(LLVM ${_major_minor} REQUIRED CONFIG PATHS "${_prefix}/lib/cmake/llvm" NO_DEFAULT_PATH)
find_package(Clang REQUIRED CONFIG PATHS "${LLVM_INSTALL_PREFIX}/lib/cmake/clang" NO_DEFAULT_PATH)
message(STATUS "LLVM ${LLVM_PACKAGE_VERSION} in ${LLVM_INSTALL_PREFIX}")

# aoti_llvm_headers: include folders and definitions; every library of ours uses it.
add_library(aoti_llvm_headers INTERFACE)
target_include_directories(aoti_llvm_headers SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS})
separate_arguments(_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_options(aoti_llvm_headers INTERFACE ${_definitions})

# aoti_llvm: what a program links. The plugin links nothing: clang-tidy has it all.
add_library(aoti_llvm INTERFACE)
if(AOTI_STATIC_LLVM AND AOTI_BUILD_TOOL)
  # Debian's imported target of clangTidy pulls in the shared clang-cpp, so the archives are named here.
  set(_archives)
  foreach(_name IN ITEMS clangTidy clangTidyUtils clangTooling clangToolingInclusions clangToolingInclusionsStdlib clangToolingCore
          clangFormat clangTransformer clangFrontend clangDriver clangOptions clangSerialization clangParse clangSema
          clangStaticAnalyzerFrontend clangStaticAnalyzerCheckers clangStaticAnalyzerCore clangCrossTU clangIndex
          clangAnalysis clangAnalysisLifetimeSafety clangAnalysisFlowSensitive clangASTMatchers clangAPINotes
          clangRewrite clangRewriteFrontend clangEdit clangAST clangSupport clangLex clangBasic)
    set(_archive "${LLVM_INSTALL_PREFIX}/lib/lib${_name}.a")
    if(EXISTS "${_archive}")
      list(APPEND _archives "${_archive}")
    endif()
  endforeach()
  execute_process(COMMAND ${AOTI_LLVM_CONFIG} --link-static --libfiles all OUTPUT_VARIABLE _libs OUTPUT_STRIP_TRAILING_WHITESPACE)
  execute_process(COMMAND ${AOTI_LLVM_CONFIG} --link-static --system-libs OUTPUT_VARIABLE _system OUTPUT_STRIP_TRAILING_WHITESPACE)
  separate_arguments(_libs NATIVE_COMMAND "${_libs}")
  list(FILTER _libs EXCLUDE REGEX "libPolly") # of a package of its own
  separate_arguments(_system NATIVE_COMMAND "${_system}")
  target_link_libraries(aoti_llvm INTERFACE -Wl,--start-group ${_archives} ${_libs} -Wl,--end-group ${_system})
  target_link_options(aoti_llvm INTERFACE -fuse-ld=lld -Wl,--gc-sections)
elseif(AOTI_BUILD_TOOL)
  target_link_libraries(aoti_llvm INTERFACE "${LLVM_INSTALL_PREFIX}/lib/libclangTidy.a"
    "${LLVM_INSTALL_PREFIX}/lib/libclangTidyUtils.a" clang-cpp LLVM)
endif()

# Tools of the tests; the names with a version first, so that those of another LLVM are not taken.
if(AOTI_SANITIZE)
  target_sources(aoti_llvm INTERFACE ${CMAKE_SOURCE_DIR}/cmake/SanitizerOptions.cpp)
endif()

find_program(AOTI_FILECHECK NAMES FileCheck-${AOTI_LLVM_VERSION} FileCheck HINTS ${LLVM_TOOLS_BINARY_DIR})
find_program(AOTI_NOT NAMES not-${AOTI_LLVM_VERSION} not HINTS ${LLVM_TOOLS_BINARY_DIR})
find_program(AOTI_SPLIT_FILE NAMES split-file-${AOTI_LLVM_VERSION} split-file HINTS ${LLVM_TOOLS_BINARY_DIR})
foreach(_program IN ITEMS run-clang-tidy clang-tidy-diff clang-apply-replacements)
  string(TOUPPER "AOTI_${_program}" _variable)
  string(REPLACE "-" "_" _variable ${_variable})
  find_program(${_variable} NAMES ${_program}-${AOTI_LLVM_VERSION} ${_program}-${AOTI_LLVM_VERSION}.py HINTS ${LLVM_TOOLS_BINARY_DIR})
endforeach()
find_program(AOTI_CLANG_TIDY NAMES clang-tidy-${AOTI_LLVM_VERSION} HINTS ${LLVM_TOOLS_BINARY_DIR})
find_program(AOTI_LIT NAMES lit-${AOTI_LLVM_VERSION} llvm-lit-${AOTI_LLVM_VERSION} lit llvm-lit lit-22 HINTS ${LLVM_TOOLS_BINARY_DIR})
