/* SPDX-License-Identifier: MIT
 *
 * pool - see pool.h. The table is open addressing with linear probing; a removal closes the gap
 * by moving later entries back, so there are no tombstones and no slow decay.
 */
#include "gfx/pool.h"

#include <string.h>

enum { INDEX_BITS = 20, INDEX_MOST = (1 << INDEX_BITS) - 1 };

void pool_init(struct pool *pool, const struct allocator *allocator, size_t stride) {
    *pool = (struct pool){.allocator = allocator, .stride = stride};
}

void pool_free(struct pool *pool) {
    alloc_free(pool->allocator, pool->items, pool->capacity * pool->stride);
    alloc_free(pool->allocator, pool->generations,
               pool->generation_capacity * sizeof *pool->generations);
    pool_init(pool, pool->allocator, pool->stride);
}

static struct slot *slot_at(const struct pool *pool, size_t index) {
    return (struct slot *)(void *)(pool->items + index * pool->stride);
}

void *pool_add(struct pool *pool) {
    size_t index = pool->free ? pool->free - 1 : pool->count;
    if (!pool->free) {
        void *items = pool->items, *generations = pool->generations;
        if (pool->count >= INDEX_MOST) return NULL;
        bool ok =
            alloc_grow(pool->allocator, &items, &pool->capacity, pool->count + 1, pool->stride);
        pool->items = items;
        ok = ok && alloc_grow(pool->allocator, &generations, &pool->generation_capacity,
                              pool->count + 1, sizeof *pool->generations);
        pool->generations = generations;
        if (!ok) return NULL;
        pool->generations[index] = 0;
        pool->count++;
    } else {
        pool->free = slot_at(pool, index)->next;
    }
    struct slot *slot = slot_at(pool, index);
    memset(slot, 0, pool->stride);
    slot->id = (pool->generations[index] << INDEX_BITS) | (uint32_t)(index + 1);
    return slot;
}

void pool_remove(struct pool *pool, uint32_t id) {
    struct slot *slot = pool_get(pool, id);
    if (!slot) return;
    size_t index = (id & INDEX_MOST) - 1;
    pool->generations[index] = (pool->generations[index] + 1) & (UINT32_MAX >> INDEX_BITS);
    memset(slot, 0, pool->stride);
    slot->next = pool->free;
    pool->free = (uint32_t)(index + 1);
}

void *pool_get(const struct pool *pool, uint32_t id) {
    size_t index = (size_t)(id & INDEX_MOST) - 1;
    if (!id || index >= pool->count) return NULL;
    struct slot *slot = slot_at(pool, index);
    return slot->id == id ? slot : NULL;
}

void *pool_at(const struct pool *pool, size_t i) {
    struct slot *slot = slot_at(pool, i);
    return slot->id ? slot : NULL;
}

void key_table_init(struct key_table *table, const struct allocator *allocator) {
    *table = (struct key_table){.allocator = allocator};
}

void key_table_free(struct key_table *table) {
    alloc_free(table->allocator, table->entries, table->capacity * sizeof *table->entries);
    key_table_init(table, table->allocator);
}

/* Where key is, or the free place where it belongs. */
static size_t place_of(const struct key_table *table, uint64_t key) {
    size_t i = (size_t)key & (table->capacity - 1);
    while (table->entries[i].key && table->entries[i].key != key)
        i = (i + 1) & (table->capacity - 1);
    return i;
}

uint32_t key_table_find(const struct key_table *table, uint64_t key) {
    return table->capacity ? table->entries[place_of(table, key)].id : 0;
}

static bool grow(struct key_table *table) {
    size_t capacity = table->capacity ? table->capacity * 2 : 64;
    struct key_table next = {.allocator = table->allocator, .capacity = capacity};
    next.entries = alloc_array(table->allocator, capacity, sizeof *next.entries);
    if (!next.entries) return false;
    for (size_t i = 0; i < table->capacity; i++)
        if (table->entries[i].key)
            next.entries[place_of(&next, table->entries[i].key)] = table->entries[i];
    next.count = table->count;
    key_table_free(table);
    *table = next;
    return true;
}

bool key_table_put(struct key_table *table, uint64_t key, uint32_t id) {
    if (2 * (table->count + 1) > table->capacity && !grow(table)) return false;
    size_t i = place_of(table, key);
    if (!table->entries[i].key) table->count++;
    table->entries[i] = (struct key_entry){key, id};
    return true;
}

void key_table_remove(struct key_table *table, uint64_t key) {
    if (!table->capacity) return;
    size_t mask = table->capacity - 1, hole = place_of(table, key);
    if (!table->entries[hole].key) return;
    table->count--;
    for (size_t i = (hole + 1) & mask; table->entries[i].key; i = (i + 1) & mask) {
        size_t home = (size_t)table->entries[i].key & mask;
        /* The entry may move back to the hole when its home does not lie behind it. */
        if (((i - home) & mask) < ((i - hole) & mask)) continue;
        table->entries[hole] = table->entries[i];
        hole = i;
    }
    table->entries[hole] = (struct key_entry){0, 0};
}
