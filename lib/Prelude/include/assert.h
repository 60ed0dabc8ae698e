// Not once: the meaning follows NDEBUG at each inclusion.
#include <aoti_std/c.h>
#undef assert
#ifdef NDEBUG
#define assert(E) (static_cast<void>(0))
#else
#define assert(E) (static_cast<bool>(E) ? void(0) : __assert_fail(#E, __FILE__, __LINE__, __extension__ __PRETTY_FUNCTION__))
#endif
