// Precompiled for the libraries that read the AST: clang's headers cost seconds in each source.
#include "Support/ClangCompat.h"
#include "clang-tidy/ClangTidyCheck.h"
#include "clang/AST/ASTContext.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/ASTMatchers/ASTMatchers.h"
#include "clang/Lex/Lexer.h"
#include <string>
#include <vector>
