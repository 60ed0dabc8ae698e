#include "Frontend/PreludeCache.h"

// The assembler reads the files; literals of millions of bytes would cost the compiler a minute
// each.
#define AOTI_EMBED(NAME, FILE)                                                                     \
  __asm__(".section .rodata." NAME ", \"a\"\n"                                                     \
          ".balign 64\n" NAME "_begin:\n"                                                          \
          ".incbin \"" FILE "\"\n" NAME "_end:\n"                                                  \
          ".byte 0\n"                                                                              \
          ".previous\n")
AOTI_EMBED("aoti_standard_cache", AOTI_STANDARD_CACHE);
AOTI_EMBED("aoti_operators_cache", AOTI_OPERATORS_CACHE);
extern "C" const char aoti_standard_cache_begin[], aoti_standard_cache_end[];
extern "C" const char aoti_operators_cache_begin[], aoti_operators_cache_end[];

llvm::StringRef aoti::preludeCache(PreludePart Part) {
  const char *Begin = aoti_standard_cache_begin, *End = aoti_standard_cache_end;
  if (Part == PreludePart::Operators)
    Begin = aoti_operators_cache_begin, End = aoti_operators_cache_end;
  return {Begin, static_cast<size_t>(End - Begin)};
}
