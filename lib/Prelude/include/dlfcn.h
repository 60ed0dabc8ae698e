// POSIX: dynamic libraries, files, memory maps, processes, threads.
#pragma once
#include <aoti_std/c.h>
typedef int pid_t;
typedef unsigned uid_t, gid_t, mode_t;
typedef unsigned long dev_t, ino_t, nlink_t, pthread_t;
typedef long blksize_t, blkcnt_t, suseconds_t;
struct timeval { time_t tv_sec; suseconds_t tv_usec; };
struct stat { dev_t st_dev; ino_t st_ino; nlink_t st_nlink; mode_t st_mode; uid_t st_uid; gid_t st_gid; off_t st_size; blksize_t st_blksize; blkcnt_t st_blocks; time_t st_atime, st_mtime, st_ctime; };
struct rusage { timeval ru_utime, ru_stime; long ru_maxrss; };
struct rlimit { unsigned long rlim_cur, rlim_max; };
typedef struct { const char *dli_fname; void *dli_fbase; const char *dli_sname; void *dli_saddr; } Dl_info;
typedef struct { unsigned long __bits[16]; } cpu_set_t;
typedef union { char AotiSize[40]; long AotiAlign; } pthread_mutex_t;
typedef int pthread_once_t;
#define RTLD_LAZY 1
#define RTLD_NOW 2
#define RTLD_GLOBAL 0x100
#define RTLD_LOCAL 0
#define RTLD_NODELETE 0x1000
#define RTLD_NOLOAD 4
#define RTLD_DEFAULT ((void *)0)
#define RTLD_NEXT ((void *)-1l)
#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_CREAT 0100
#define O_EXCL 0200
#define O_TRUNC 01000
#define O_APPEND 02000
#define O_CLOEXEC 02000000
#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define PROT_EXEC 4
#define MAP_SHARED 1
#define MAP_PRIVATE 2
#define MAP_ANONYMOUS 0x20
#define MAP_POPULATE 0x8000
#define MAP_FAILED ((void *)-1)
#define MADV_SEQUENTIAL 2
#define MADV_WILLNEED 3
#define MADV_HUGEPAGE 14
#define MS_SYNC 4
#define S_ISDIR(M) (((M) & 0170000) == 0040000)
#define S_ISREG(M) (((M) & 0170000) == 0100000)
#define S_IRUSR 0400
#define S_IWUSR 0200
#define S_IRWXU 0700
#define _SC_PAGESIZE 30
#define _SC_NPROCESSORS_ONLN 84
#define F_OK 0
#define R_OK 4
#define W_OK 2
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define PTHREAD_MUTEX_INITIALIZER {}
#define PTHREAD_ONCE_INIT 0
#define CPU_ZERO(S) __builtin_memset((S), 0, sizeof(cpu_set_t))
#define CPU_SET(C, S) ((void)((S)->__bits[(C) / 64] |= 1ul << ((C) % 64)))
#define CPU_ISSET(C, S) ((((S)->__bits[(C) / 64]) >> ((C) % 64)) & 1)
#define CPU_COUNT(S) AotiCpuCount(S)
extern "C" {
void *dlopen(const char *, int);
void *dlsym(void *, const char *);
int dlclose(void *);
char *dlerror();
int dladdr(const void *, Dl_info *);
int open(const char *, int, ...);
int close(int);
ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
ssize_t pread(int, void *, size_t, off_t);
off_t lseek(int, off_t, int);
int ftruncate(int, off_t);
int fsync(int);
int unlink(const char *);
int access(const char *, int);
int rmdir(const char *);
int mkdir(const char *, mode_t);
int chmod(const char *, mode_t);
char *getcwd(char *, size_t);
int chdir(const char *);
int dup(int);
int dup2(int, int);
int pipe(int *);
pid_t getpid();
pid_t getppid();
pid_t fork();
int execv(const char *, char *const *);
pid_t waitpid(pid_t, int *, int);
uid_t getuid();
unsigned sleep(unsigned);
int usleep(unsigned);
long sysconf(int);
int gethostname(char *, size_t);
ssize_t readlink(const char *, char *, size_t);
int isatty(int);
int stat(const char *, struct stat *);
int fstat(int, struct stat *);
int lstat(const char *, struct stat *);
void *mmap(void *, size_t, int, int, int, off_t);
int munmap(void *, size_t);
int mprotect(void *, size_t, int);
int madvise(void *, size_t, int);
int msync(void *, size_t, int);
int mlock(const void *, size_t);
int gettimeofday(struct timeval *, void *);
int getrusage(int, struct rusage *);
int getrlimit(int, struct rlimit *);
int sched_yield();
int sched_getcpu();
int sched_getaffinity(pid_t, size_t, cpu_set_t *);
int sched_setaffinity(pid_t, size_t, const cpu_set_t *);
int AotiCpuCount(const cpu_set_t *);
pthread_t pthread_self();
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
int pthread_once(pthread_once_t *, void (*)());
int pthread_setaffinity_np(pthread_t, size_t, const cpu_set_t *);
int kill(pid_t, int);
int raise(int);
void (*signal(int, void (*)(int)))(int);
}
#define SIGINT 2
#define SIGABRT 6
#define SIGKILL 9
#define SIGSEGV 11
#define SIGTERM 15
