// LLVM's allocators poison memory in the code that is compiled here, with sanitizers, and do not
// unpoison it in the archives, which are built without; the same goes for the annotations of
// standard containers. Signal stacks are those of crash recovery.
extern "C" const char *__asan_default_options();
extern "C" const char *__asan_default_options() {
  return "allow_user_poisoning=0:detect_container_overflow=0:use_sigaltstack=0";
}
