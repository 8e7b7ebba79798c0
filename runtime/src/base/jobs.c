/* SPDX-License-Identifier: MIT
 *
 * The pool. One job at a time is open; threads take its chunks by a counter.
 *
 * `ticket` holds the job's number (high half) and the next chunk (low half). A thread reads the
 * job's fields, then takes a chunk by compare-and-swap on the ticket it read before. The caller
 * closes the ticket (low half all ones) before it writes the fields of the next job, and they
 * are written with release: a thread that read any newer field cannot win the swap.
 */
#include "base/jobs.h"

#include <pthread.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

enum { SPIN_ROUNDS = 2000, STACK_BYTES = 2 * 1024 * 1024, LINE = 64 };

struct jobs {
    const struct allocator *allocator;
    uint32_t threads, started;
    pthread_t workers[JOBS_THREADS_MOST];
    pthread_mutex_t mutex;
    pthread_cond_t wake, finished;

    unsigned char pad_ticket[LINE]; /* Keep what all threads write on lines of its own. */
    _Atomic uint64_t ticket;
    _Atomic(jobs_fn) fn;
    _Atomic(void *) ctx;
    _Atomic uint64_t count, grain;
    _Atomic uint32_t chunks;

    unsigned char pad_done[LINE];
    atomic_uint done;     /* Chunks finished of the open job. */
    atomic_uint sleepers; /* Workers in a wait for `wake`. */
    atomic_bool caller_sleeps, busy, stop;
};

#define TICKET_CLOSED UINT32_MAX

static inline void spin_pause(void) {
#if defined(__x86_64__)
    _mm_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* Round to nearest, all exceptions masked, denormals are zero: the same on every thread. */
static uint64_t float_mode_enter(void) {
#if defined(__x86_64__)
    unsigned old = _mm_getcsr();
    _mm_setcsr(0x9fc0);
    return old;
#elif defined(__aarch64__)
    uint64_t old;
    __asm__ volatile("mrs %0, fpcr" : "=r"(old));
    __asm__ volatile("msr fpcr, %0" : : "r"(UINT64_C(1) << 24));
    return old;
#else
    return 0;
#endif
}

static void float_mode_leave(uint64_t old) {
#if defined(__x86_64__)
    _mm_setcsr((unsigned)old);
#elif defined(__aarch64__)
    __asm__ volatile("msr fpcr, %0" : : "r"(old));
#else
    (void)old;
#endif
}

static void run_chunk(jobs_fn fn, void *ctx, uint64_t count, uint64_t grain, uint32_t chunk) {
    uint64_t begin = chunk * grain;
    uint64_t end = count - begin < grain ? count : begin + grain;
    fn(ctx, begin, end, chunk);
}

/* Take and run one chunk of the job that is open; false when none is left. */
static bool take_chunk(struct jobs *j) {
    uint64_t ticket = atomic_load(&j->ticket);
    for (;;) {
        uint32_t chunk = (uint32_t)ticket;
        jobs_fn fn = atomic_load_explicit(&j->fn, memory_order_acquire);
        void *ctx = atomic_load_explicit(&j->ctx, memory_order_acquire);
        uint64_t count = atomic_load_explicit(&j->count, memory_order_acquire);
        uint64_t grain = atomic_load_explicit(&j->grain, memory_order_acquire);
        uint32_t chunks = atomic_load_explicit(&j->chunks, memory_order_acquire);
        if (chunk == TICKET_CLOSED || chunk >= chunks) return false;
        if (!atomic_compare_exchange_weak(&j->ticket, &ticket, ticket + 1)) continue;
        run_chunk(fn, ctx, count, grain, chunk);
        if (atomic_fetch_add(&j->done, 1) + 1 == chunks && atomic_load(&j->caller_sleeps)) {
            pthread_mutex_lock(&j->mutex);
            pthread_cond_broadcast(&j->finished);
            pthread_mutex_unlock(&j->mutex);
        }
        return true;
    }
}

static bool work_waits(struct jobs *j) {
    uint64_t ticket = atomic_load(&j->ticket);
    uint32_t chunk = (uint32_t)ticket;
    return chunk != TICKET_CLOSED && chunk < atomic_load(&j->chunks);
}

static void worker_wait(struct jobs *j) {
    for (int i = 0; i < SPIN_ROUNDS; i++) {
        if (work_waits(j) || atomic_load(&j->stop)) return;
        spin_pause();
    }
    pthread_mutex_lock(&j->mutex);
    atomic_fetch_add(&j->sleepers, 1);
    while (!work_waits(j) && !atomic_load(&j->stop)) pthread_cond_wait(&j->wake, &j->mutex);
    atomic_fetch_sub(&j->sleepers, 1);
    pthread_mutex_unlock(&j->mutex);
}

static void *worker_main(void *user) {
    struct jobs *j = user;
    (void)float_mode_enter();
    while (!atomic_load(&j->stop)) {
        if (!take_chunk(j)) worker_wait(j);
    }
    return NULL;
}

static void jobs_stop(struct jobs *j) {
    pthread_mutex_lock(&j->mutex);
    atomic_store(&j->stop, true);
    pthread_cond_broadcast(&j->wake);
    pthread_mutex_unlock(&j->mutex);
    for (uint32_t i = 0; i < j->started; i++) pthread_join(j->workers[i], NULL);
}

static void jobs_free(struct jobs *j) {
    pthread_cond_destroy(&j->wake);
    pthread_cond_destroy(&j->finished);
    pthread_mutex_destroy(&j->mutex);
    const struct allocator *a = j->allocator;
    alloc_free(a, j, sizeof *j);
}

wisp_status jobs_create(const struct allocator *allocator, uint32_t threads,
                        struct jobs **out) {
    if (threads < 1 || threads > JOBS_THREADS_MOST) return WISP_E_BAD_PARAM;
    struct jobs *j = alloc_zero(allocator, sizeof *j);
    if (!j) return WISP_E_NOMEM;
    j->allocator = allocator;
    j->threads = threads;
    atomic_init(&j->ticket, TICKET_CLOSED);
    pthread_mutex_init(&j->mutex, NULL);
    pthread_cond_init(&j->wake, NULL);
    pthread_cond_init(&j->finished, NULL);

    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, STACK_BYTES);
    bool ok = true;
    while (ok && j->started + 1 < threads) {
        ok = pthread_create(&j->workers[j->started], &attr, worker_main, j) == 0;
        if (ok) j->started++;
    }
    pthread_attr_destroy(&attr);
    if (!ok) {
        jobs_destroy(j);
        return WISP_E_LIMIT;
    }
    *out = j;
    return WISP_OK;
}

void jobs_destroy(struct jobs *j) {
    if (!j) return;
    jobs_drain(j);
    jobs_stop(j);
    jobs_free(j);
}

uint32_t jobs_threads(const struct jobs *jobs) { return jobs ? jobs->threads : 1; }

static void wake_workers(struct jobs *j, uint32_t wanted) {
    if (atomic_load(&j->sleepers) == 0) return;
    pthread_mutex_lock(&j->mutex);
    uint32_t sleepers = atomic_load(&j->sleepers);
    if (wanted >= sleepers)
        pthread_cond_broadcast(&j->wake);
    else
        for (uint32_t i = 0; i < wanted; i++) pthread_cond_signal(&j->wake);
    pthread_mutex_unlock(&j->mutex);
}

static void caller_wait(struct jobs *j, uint32_t chunks) {
    for (int i = 0; i < SPIN_ROUNDS; i++) {
        if (atomic_load(&j->done) == chunks) return;
        spin_pause();
    }
    pthread_mutex_lock(&j->mutex);
    atomic_store(&j->caller_sleeps, true);
    while (atomic_load(&j->done) != chunks) pthread_cond_wait(&j->finished, &j->mutex);
    atomic_store(&j->caller_sleeps, false);
    pthread_mutex_unlock(&j->mutex);
}

static void run_shared(struct jobs *j, uint64_t count, uint64_t grain, jobs_fn fn, void *ctx) {
    uint32_t chunks = jobs_chunk_count(count, grain);
    uint64_t number = (atomic_load(&j->ticket) >> 32) + 1;
    atomic_store(&j->ticket, number << 32 | TICKET_CLOSED);
    atomic_store_explicit(&j->fn, fn, memory_order_release);
    atomic_store_explicit(&j->ctx, ctx, memory_order_release);
    atomic_store_explicit(&j->count, count, memory_order_release);
    atomic_store_explicit(&j->grain, grain, memory_order_release);
    atomic_store_explicit(&j->chunks, chunks, memory_order_release);
    atomic_store(&j->done, 0);
    atomic_store(&j->ticket, number << 32);
    wake_workers(j, chunks - 1);
    while (take_chunk(j)) {
    }
    caller_wait(j, chunks);
}

void jobs_parallel(struct jobs *jobs, uint64_t count, uint64_t grain, jobs_fn fn, void *ctx) {
    if (count == 0) return;
    grain = jobs_grain(count, grain);
    uint64_t mode = float_mode_enter();
    uint32_t chunks = jobs_chunk_count(count, grain);
    bool alone = !jobs || jobs->threads == 1 || chunks == 1;
    if (!alone && !atomic_exchange(&jobs->busy, true)) {
        run_shared(jobs, count, grain, fn, ctx);
        pthread_mutex_lock(&jobs->mutex);
        atomic_store(&jobs->busy, false);
        pthread_cond_broadcast(&jobs->finished);
        pthread_mutex_unlock(&jobs->mutex);
    } else {
        for (uint32_t i = 0; i < chunks; i++) run_chunk(fn, ctx, count, grain, i);
    }
    float_mode_leave(mode);
}

void jobs_drain(struct jobs *jobs) {
    if (!jobs) return;
    pthread_mutex_lock(&jobs->mutex);
    while (atomic_load(&jobs->busy)) pthread_cond_wait(&jobs->finished, &jobs->mutex);
    pthread_mutex_unlock(&jobs->mutex);
}
