/* SPDX-License-Identifier: MIT
 *
 * Allocators: the heap, one that counts, one that fails on demand.
 */
#include "base/alloc.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void *heap_realloc(void *user, void *ptr, size_t old_size, size_t new_size) {
    (void)user;
    (void)old_size;
    if (new_size == 0) {
        free(ptr);
        return NULL;
    }
    return realloc(ptr, new_size);
}

const struct allocator *allocator_default(void) {
    static const struct allocator heap = {heap_realloc, NULL};
    return &heap;
}

void *alloc_bytes(const struct allocator *a, size_t size) {
    return size ? a->realloc(a->user, NULL, 0, size) : NULL;
}

void *alloc_zero(const struct allocator *a, size_t size) {
    void *ptr = alloc_bytes(a, size);
    if (ptr) memset(ptr, 0, size);
    return ptr;
}

void *alloc_array(const struct allocator *a, size_t count, size_t size) {
    size_t bytes;
    return size_mul(count, size, &bytes) ? alloc_zero(a, bytes) : NULL;
}

void *alloc_resize(const struct allocator *a, void *ptr, size_t old_count, size_t new_count,
                   size_t size) {
    size_t old_bytes, new_bytes;
    if (!size_mul(old_count, size, &old_bytes)) return NULL;
    if (!size_mul(new_count, size, &new_bytes)) return NULL;
    if (!ptr) return alloc_bytes(a, new_bytes);
    return a->realloc(a->user, ptr, old_bytes, new_bytes);
}

void alloc_free(const struct allocator *a, void *ptr, size_t size) {
    if (ptr) a->realloc(a->user, ptr, size, 0);
}

char *alloc_text(const struct allocator *a, const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = alloc_bytes(a, size);
    if (copy) memcpy(copy, text, size);
    return copy;
}

bool alloc_grow(const struct allocator *a, void **ptr, size_t *capacity, size_t need,
                size_t size) {
    if (need <= *capacity) return true;
    size_t larger;
    if (!size_mul(*capacity, 2, &larger)) return false;
    if (larger < 8) larger = 8;
    if (larger < need) larger = need;
    void *moved = alloc_resize(a, *ptr, *capacity, larger, size);
    if (!moved) return false;
    *ptr = moved;
    *capacity = larger;
    return true;
}

static void counting_raise_peak(struct allocator_counting *c, size_t live) {
    size_t peak = atomic_load(&c->peak_bytes);
    while (live > peak && !atomic_compare_exchange_weak(&c->peak_bytes, &peak, live)) {
    }
}

static void *counting_realloc(void *user, void *ptr, size_t old_size, size_t new_size) {
    struct allocator_counting *c = user;
    void *result = c->under->realloc(c->under->user, ptr, old_size, new_size);
    if (new_size && !result) return NULL;
    if (new_size) atomic_fetch_add(&c->allocations, 1);
    if (!ptr && new_size) atomic_fetch_add(&c->live_blocks, 1);
    if (ptr && !new_size) atomic_fetch_sub(&c->live_blocks, 1);
    size_t change = new_size - (ptr ? old_size : 0); /* Wraps on purpose when shrinking. */
    counting_raise_peak(c, atomic_fetch_add(&c->live_bytes, change) + change);
    return result;
}

void allocator_counting_init(struct allocator_counting *c, const struct allocator *under) {
    *c = (struct allocator_counting){.under = under};
    c->allocator = (struct allocator){counting_realloc, c};
}

static void *failing_realloc(void *user, void *ptr, size_t old_size, size_t new_size) {
    struct allocator_failing *f = user;
    bool asks = new_size > (ptr ? old_size : 0);
    if (asks) {
        size_t n = atomic_fetch_add(&f->requests, 1) + 1;
        if (f->fail_at && (n == f->fail_at || (f->stay && n > f->fail_at))) return NULL;
    }
    return f->under->realloc(f->under->user, ptr, old_size, new_size);
}

void allocator_failing_init(struct allocator_failing *f, const struct allocator *under,
                            size_t fail_at, int stay) {
    *f = (struct allocator_failing){.under = under, .fail_at = fail_at, .stay = stay};
    f->allocator = (struct allocator){failing_realloc, f};
}
