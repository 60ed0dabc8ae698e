// OpenMP run time.
#pragma once
typedef struct { void *AotiLock; } omp_lock_t;
typedef omp_lock_t omp_nest_lock_t;
enum omp_sched_t { omp_sched_static = 1, omp_sched_dynamic = 2, omp_sched_guided = 3, omp_sched_auto = 4 };
extern "C" {
int omp_get_thread_num();
int omp_get_num_threads();
int omp_get_max_threads();
int omp_get_num_procs();
int omp_in_parallel();
int omp_get_level();
void omp_set_num_threads(int threads);
void omp_set_dynamic(int);
void omp_set_nested(int);
double omp_get_wtime();
void omp_init_lock(omp_lock_t *);
void omp_set_lock(omp_lock_t *);
void omp_unset_lock(omp_lock_t *);
void omp_destroy_lock(omp_lock_t *);
}
