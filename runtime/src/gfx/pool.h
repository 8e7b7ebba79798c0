/* SPDX-License-Identifier: MIT
 *
 * pool - objects behind handles, and the table that finds them by owner and key.
 *
 * A handle is an index and a generation, so one whose object has ended finds nothing. Zero is
 * no handle. Items start with a struct slot and move when the pool grows: keep handles, not
 * addresses.
 * Errors  0 or NULL without memory, or past 2^20 - 1 objects.
 */
#ifndef WISP_GFX_POOL_H
#define WISP_GFX_POOL_H

#include "base/alloc.h"

enum pool_kind { POOL_BUFFER = 1, POOL_IMAGE, POOL_TARGET, POOL_PIPELINE };

struct slot {
    uint64_t key;     /* as in the table; 0: not in it */
    uint64_t text;    /* hash of the key without the owner */
    uint64_t desc;    /* hash of the description */
    uint64_t touched; /* frame of the last use */
    uint64_t bytes;
    uint32_t id;    /* its handle; 0: free */
    uint32_t owner; /* gfx_owner */
    uint32_t state; /* WISP_GFX_ */
    uint32_t next;  /* of the free list */
};

struct pool {
    const struct allocator *allocator;
    unsigned char *items;
    size_t stride, count, capacity;
    uint32_t *generations;
    size_t generation_capacity;
    uint32_t free; /* index + 1 */
};

void pool_init(struct pool *pool, const struct allocator *allocator, size_t stride);
void pool_free(struct pool *pool);
/* A zeroed item with its handle in slot.id. */
void *pool_add(struct pool *pool);
void pool_remove(struct pool *pool, uint32_t id);
void *pool_get(const struct pool *pool, uint32_t id); /* NULL: stale or zero */
/* i over [0, count): NULL for free places. */
void *pool_at(const struct pool *pool, size_t i);

/* Handles by 64-bit key; keys are good hashes and never 0. */
struct key_table {
    const struct allocator *allocator;
    struct key_entry {
        uint64_t key;
        uint32_t id;
    } * entries;
    size_t capacity, count; /* capacity is a power of two */
};

void key_table_init(struct key_table *table, const struct allocator *allocator);
void key_table_free(struct key_table *table);
uint32_t key_table_find(const struct key_table *table, uint64_t key); /* 0: none */
bool key_table_put(struct key_table *table, uint64_t key, uint32_t id);
void key_table_remove(struct key_table *table, uint64_t key);

#endif
