/* SPDX-License-Identifier: MIT
 *
 * The one way to memory: a replaceable realloc that is told the old size.
 *
 * Ownership  Whoever allocates frees, through the same allocator and with the same size.
 * Errors     NULL when there is no memory; a failed resize leaves the old block as it was.
 * Threads    allocator_default() from any thread; the others as their comments say.
 */
#ifndef WISP_BASE_ALLOC_H
#define WISP_BASE_ALLOC_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ptr NULL: allocate new_size (old_size is 0). new_size 0: free, returns NULL. Results are
 * aligned for any standard type. */
struct allocator {
    void *(*realloc)(void *user, void *ptr, size_t old_size, size_t new_size);
    void *user;
};

/* The C library's heap. */
const struct allocator *allocator_default(void);

/* Sums that may not wrap: false, and *out untouched, when the result does not fit. */
static inline bool size_mul(size_t a, size_t b, size_t *out) {
    size_t r;
    if (__builtin_mul_overflow(a, b, &r)) return false;
    *out = r;
    return true;
}

static inline bool size_add(size_t a, size_t b, size_t *out) {
    size_t r;
    if (__builtin_add_overflow(a, b, &r)) return false;
    *out = r;
    return true;
}

/* New memory, contents unspecified. size 0 gives NULL. */
void *alloc_bytes(const struct allocator *a, size_t size);

/* New memory filled with zeros. */
void *alloc_zero(const struct allocator *a, size_t size);

/* count * size bytes of zeros; NULL also when the product does not fit. */
void *alloc_array(const struct allocator *a, size_t count, size_t size);

/* Change the number of elements; new elements are not cleared. */
void *alloc_resize(const struct allocator *a, void *ptr, size_t old_count, size_t new_count,
                   size_t size);

/* ptr may be NULL. */
void alloc_free(const struct allocator *a, void *ptr, size_t size);

/* A copy of text with its end mark; free it with strlen + 1. */
char *alloc_text(const struct allocator *a, const char *text);

/* Make room for one more element: *ptr and *capacity change together, doubling. False: no
 * memory, nothing changed. */
bool alloc_grow(const struct allocator *a, void **ptr, size_t *capacity, size_t need,
                size_t size);

/* Counts what passes through to another allocator; the numbers may be read at any time. Any
 * thread. A free with a wrong size shows as live bytes that do not return to zero. */
struct allocator_counting {
    struct allocator allocator; /* Hand out &c->allocator. */
    const struct allocator *under;
    atomic_size_t live_bytes, live_blocks, peak_bytes;
    atomic_size_t allocations; /* Calls that returned memory, resizes included. */
};
void allocator_counting_init(struct allocator_counting *c, const struct allocator *under);

/* Fails the n-th request for memory (1 is the first) and, with stay, each one after; 0 never
 * fails. Frees and shrinks pass. Any thread. */
struct allocator_failing {
    struct allocator allocator;
    const struct allocator *under;
    atomic_size_t requests;
    size_t fail_at;
    int stay;
};
void allocator_failing_init(struct allocator_failing *f, const struct allocator *under,
                            size_t fail_at, int stay);

#endif
