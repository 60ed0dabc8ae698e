// The C library. extern "C" names are global and repeated in std.
#pragma once
#include <aoti_std/types.h>
typedef struct AotiFile FILE;
typedef struct { long AotiPos; } fpos_t;
typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;
typedef long time_t;
typedef long clock_t;
typedef long ssize_t;
typedef long off_t;
typedef __builtin_va_list va_list;
typedef unsigned int wint_t;
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; };
struct timespec { time_t tv_sec; long tv_nsec; };
extern "C" {
extern FILE *stdin, *stdout, *stderr;
int printf(const char *__restrict, ...) __attribute__((format(printf, 1, 2)));
int fprintf(FILE *__restrict, const char *__restrict, ...) __attribute__((format(printf, 2, 3)));
int sprintf(char *__restrict, const char *__restrict, ...);
int snprintf(char *__restrict, size_t, const char *__restrict, ...);
int vprintf(const char *, va_list);
int vfprintf(FILE *, const char *, va_list);
int vsnprintf(char *, size_t, const char *, va_list);
int vsprintf(char *, const char *, va_list);
int scanf(const char *, ...);
int fscanf(FILE *, const char *, ...);
int sscanf(const char *, const char *, ...);
FILE *fopen(const char *, const char *);
FILE *freopen(const char *, const char *, FILE *);
FILE *fdopen(int, const char *);
FILE *popen(const char *, const char *);
int pclose(FILE *);
int fclose(FILE *);
int fflush(FILE *);
int fileno(FILE *);
size_t fread(void *, size_t, size_t, FILE *);
size_t fwrite(const void *, size_t, size_t, FILE *);
int fseek(FILE *, long, int);
long ftell(FILE *);
void rewind(FILE *);
int feof(FILE *);
int ferror(FILE *);
void clearerr(FILE *);
int fgetc(FILE *);
char *fgets(char *, int, FILE *);
int fputc(int, FILE *);
int fputs(const char *, FILE *);
int getc(FILE *);
int getchar();
int putc(int, FILE *);
int putchar(int);
int puts(const char *);
int ungetc(int, FILE *);
void perror(const char *);
int remove(const char *);
int rename(const char *, const char *);
FILE *tmpfile();
int setvbuf(FILE *, char *, int, size_t);

void *malloc(size_t) __attribute__((malloc));
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void *aligned_alloc(size_t, size_t);
int posix_memalign(void **, size_t, size_t);
void free(void *);
[[noreturn]] void abort();
[[noreturn]] void exit(int);
[[noreturn]] void _Exit(int);
[[noreturn]] void quick_exit(int);
int atexit(void (*)());
char *getenv(const char *);
int setenv(const char *, const char *, int);
int unsetenv(const char *);
int putenv(char *);
int system(const char *);
int atoi(const char *);
long atol(const char *);
long long atoll(const char *);
double atof(const char *);
long strtol(const char *, char **, int);
unsigned long strtoul(const char *, char **, int);
long long strtoll(const char *, char **, int);
unsigned long long strtoull(const char *, char **, int);
float strtof(const char *, char **);
double strtod(const char *, char **);
long double strtold(const char *, char **);
int rand();
void srand(unsigned);
int abs(int);
long labs(long);
long long llabs(long long);
div_t div(int, int);
ldiv_t ldiv(long, long);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
char *realpath(const char *, char *);
int mkstemp(char *);

void *memcpy(void *__restrict, const void *__restrict, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
int memcmp(const void *, const void *, size_t);
void *memchr(const void *, int, size_t);
size_t strlen(const char *);
size_t strnlen(const char *, size_t);
char *strcpy(char *, const char *);
char *strncpy(char *, const char *, size_t);
char *strcat(char *, const char *);
char *strncat(char *, const char *, size_t);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t);
int strcasecmp(const char *, const char *);
int strncasecmp(const char *, const char *, size_t);
char *strchr(const char *, int);
char *strrchr(const char *, int);
char *strstr(const char *, const char *);
char *strtok(char *, const char *);
char *strdup(const char *);
char *strerror(int);
size_t strspn(const char *, const char *);
size_t strcspn(const char *, const char *);
char *strpbrk(const char *, const char *);

int isalnum(int);
int isalpha(int);
int isblank(int);
int iscntrl(int);
int isdigit(int);
int isgraph(int);
int islower(int);
int isprint(int);
int ispunct(int);
int isspace(int);
int isupper(int);
int isxdigit(int);
int tolower(int);
int toupper(int);
int *__errno_location();
time_t time(time_t *);
clock_t clock();
double difftime(time_t, time_t);
time_t mktime(struct tm *);
struct tm *localtime(const time_t *);
struct tm *localtime_r(const time_t *, struct tm *);
struct tm *gmtime(const time_t *);
size_t strftime(char *, size_t, const char *, const struct tm *);
int nanosleep(const struct timespec *, struct timespec *);
int clock_gettime(int, struct timespec *);
[[noreturn]] void __assert_fail(const char *, const char *, unsigned, const char *);
}
#define errno (*__errno_location())
#define EOF (-1)
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define BUFSIZ 8192
#define RAND_MAX 2147483647
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define CLOCKS_PER_SEC ((clock_t)1000000)
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EIO 5
#define EBADF 9
#define EAGAIN 11
#define ENOMEM 12
#define EACCES 13
#define EFAULT 14
#define EEXIST 17
#define ENOTDIR 20
#define EISDIR 21
#define EINVAL 22
#define EDOM 33
#define ERANGE 34
#define ENOSYS 38
#define va_start(V, P) __builtin_va_start(V, P)
#define va_arg(V, T) __builtin_va_arg(V, T)
#define va_end(V) __builtin_va_end(V)
#define va_copy(D, S) __builtin_va_copy(D, S)
#define CHAR_BIT 8
#define SCHAR_MIN (-128)
#define SCHAR_MAX 127
#define UCHAR_MAX 255
#define CHAR_MIN (-128)
#define CHAR_MAX 127
#define SHRT_MIN (-32768)
#define SHRT_MAX 32767
#define USHRT_MAX 65535
#define INT_MAX 2147483647
#define INT_MIN (-INT_MAX - 1)
#define UINT_MAX 4294967295U
#define LONG_MAX 9223372036854775807L
#define LONG_MIN (-LONG_MAX - 1L)
#define ULONG_MAX 18446744073709551615UL
#define LLONG_MAX 9223372036854775807LL
#define LLONG_MIN (-LLONG_MAX - 1LL)
#define ULLONG_MAX 18446744073709551615ULL
#define PATH_MAX 4096
#define FLT_MAX __FLT_MAX__
#define FLT_MIN __FLT_MIN__
#define FLT_EPSILON __FLT_EPSILON__
#define FLT_DIG __FLT_DIG__
#define FLT_MANT_DIG __FLT_MANT_DIG__
#define DBL_MAX __DBL_MAX__
#define DBL_MIN __DBL_MIN__
#define DBL_EPSILON __DBL_EPSILON__
#define DBL_DIG __DBL_DIG__
#define DBL_MANT_DIG __DBL_MANT_DIG__
#define LDBL_MAX __LDBL_MAX__
#define LDBL_MIN __LDBL_MIN__
#define LDBL_EPSILON __LDBL_EPSILON__
#define PRId8 "d"
#define PRId16 "d"
#define PRId32 "d"
#define PRId64 "ld"
#define PRIi32 "i"
#define PRIi64 "li"
#define PRIu8 "u"
#define PRIu16 "u"
#define PRIu32 "u"
#define PRIu64 "lu"
#define PRIx32 "x"
#define PRIx64 "lx"
#define PRIX64 "lX"
#define PRIo64 "lo"
#define PRIdPTR "ld"
#define PRIuPTR "lu"
#define PRIxPTR "lx"
#define SCNd64 "ld"
#define SCNu64 "lu"
namespace std {
using ::FILE; using ::fpos_t; using ::div_t; using ::ldiv_t; using ::lldiv_t; using ::time_t; using ::clock_t; using ::va_list; using ::tm; using ::timespec;
using ::printf; using ::fprintf; using ::sprintf; using ::snprintf; using ::vprintf; using ::vfprintf; using ::vsnprintf; using ::vsprintf; using ::scanf; using ::fscanf; using ::sscanf; using ::fopen; using ::freopen; using ::fclose; using ::fflush; using ::fread; using ::fwrite; using ::fseek; using ::ftell; using ::rewind; using ::feof; using ::ferror; using ::clearerr; using ::fgetc; using ::fgets; using ::fputc; using ::fputs; using ::getc; using ::getchar; using ::putc; using ::putchar; using ::puts; using ::ungetc; using ::perror; using ::remove; using ::rename; using ::tmpfile; using ::setvbuf;
using ::malloc; using ::calloc; using ::realloc; using ::aligned_alloc; using ::free; using ::abort; using ::exit; using ::_Exit; using ::quick_exit; using ::atexit; using ::getenv; using ::system; using ::atoi; using ::atol; using ::atoll; using ::atof; using ::strtol; using ::strtoul; using ::strtoll; using ::strtoull; using ::strtof; using ::strtod; using ::strtold; using ::rand; using ::srand; using ::abs; using ::labs; using ::llabs; using ::div; using ::ldiv; using ::qsort; using ::bsearch;
using ::memcpy; using ::memmove; using ::memset; using ::memcmp; using ::memchr; using ::strlen; using ::strcpy; using ::strncpy; using ::strcat; using ::strncat; using ::strcmp; using ::strncmp; using ::strchr; using ::strrchr; using ::strstr; using ::strtok; using ::strerror; using ::strspn; using ::strcspn; using ::strpbrk;
using ::isalnum; using ::isalpha; using ::isblank; using ::iscntrl; using ::isdigit; using ::isgraph; using ::islower; using ::isprint; using ::ispunct; using ::isspace; using ::isupper; using ::isxdigit; using ::tolower; using ::toupper;
using ::time; using ::clock; using ::difftime; using ::mktime; using ::localtime; using ::gmtime; using ::strftime;
constexpr long abs(long V) { return V < 0 ? -V : V; }
constexpr long long abs(long long V) { return V < 0 ? -V : V; }
constexpr float abs(float V) { return __builtin_fabsf(V); }
constexpr double abs(double V) { return __builtin_fabs(V); }
constexpr long double abs(long double V) { return __builtin_fabsl(V); }
} // namespace std
using std::abs;
