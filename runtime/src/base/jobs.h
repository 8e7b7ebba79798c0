/* SPDX-License-Identifier: MIT
 *
 * A pool of threads for loops over ranges.
 *
 * [0, count) is cut at the multiples of grain, whatever the number of threads: work that writes
 * only its own chunk, or one result per chunk, gives the same bits on one thread and on sixty.
 * The caller works too. A call from inside a job, or while another thread has the pool, runs
 * where it is, on the same chunks. Within fn denormal floats count as zero, on every thread.
 * Ownership  fn and ctx are lent for the call.
 * Errors     None from jobs_parallel: it takes no memory.
 * Threads    Any thread may call jobs_parallel.
 */
#ifndef WISP_BASE_JOBS_H
#define WISP_BASE_JOBS_H

#include "base/alloc.h"
#include <wisp/status.h>

enum { JOBS_THREADS_MOST = 64 };

struct jobs;

/* Work on [begin, end), which is chunk number `chunk`. */
typedef void (*jobs_fn)(void *ctx, uint64_t begin, uint64_t end, uint32_t chunk);

/* threads: 1..64, the caller included; 1 starts none. */
wisp_status jobs_create(const struct allocator *allocator, uint32_t threads, struct jobs **out);
void jobs_destroy(struct jobs *jobs); /* NULL is fine. Not from inside a job. */
uint32_t jobs_threads(const struct jobs *jobs);

/* Returns when all of fn has returned. grain 0 counts as 1, and one that would give 2^32 chunks
 * or more is doubled until it does not; jobs NULL runs all here. */
void jobs_parallel(struct jobs *jobs, uint64_t count, uint64_t grain, jobs_fn fn, void *ctx);

/* The grain that jobs_parallel works with, and the number of chunks that it makes. */
static inline uint64_t jobs_grain(uint64_t count, uint64_t grain) {
    if (grain == 0) grain = 1;
    while (count / grain >= UINT32_MAX - 1) grain *= 2;
    return grain;
}

static inline uint32_t jobs_chunk_count(uint64_t count, uint64_t grain) {
    grain = jobs_grain(count, grain);
    return (uint32_t)(count / grain) + (count % grain != 0);
}

/* Wait until no thread is in a job. Not from inside a job. */
void jobs_drain(struct jobs *jobs);

#endif
