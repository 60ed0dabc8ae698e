#include "Frontend/PreludeCache.h"

// The assembler reads the file; a literal of millions of bytes would cost the compiler a minute.
__asm__(".section .rodata.aoti_prelude_cache, \"a\"\n"
        ".balign 64\n"
        "aoti_prelude_cache_begin:\n"
        ".incbin \"" AOTI_PRELUDE_CACHE "\"\n"
        "aoti_prelude_cache_end:\n"
        ".byte 0\n"
        ".previous\n");
extern "C" const char aoti_prelude_cache_begin[];
extern "C" const char aoti_prelude_cache_end[];

llvm::StringRef aoti::preludeCache() {
  return {aoti_prelude_cache_begin, static_cast<size_t>(aoti_prelude_cache_end - aoti_prelude_cache_begin)};
}
