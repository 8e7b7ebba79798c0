/* SPDX-License-Identifier: MIT
 *
 * Arenas: a list of chunks, filled in order and kept over a reset.
 */
#include "base/arena.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct arena_chunk {
    struct arena_chunk *next;
    size_t size, used; /* Of the bytes after this header. */
};

enum { ARENA_CHUNK = 64 * 1024, ARENA_ALIGN = 16, ARENA_ALIGN_MOST = 4096 };

static unsigned char *chunk_bytes(struct arena_chunk *chunk) {
    return (unsigned char *)(chunk + 1);
}

void arena_init(struct arena *arena, const struct allocator *allocator, size_t chunk_size,
                size_t budget) {
    *arena = (struct arena){.allocator = allocator,
                            .chunk_size = chunk_size ? chunk_size : ARENA_CHUNK,
                            .budget = budget};
}

void arena_drop(struct arena *arena) {
    struct arena_chunk *next;
    for (struct arena_chunk *c = arena->first; c; c = next) {
        next = c->next;
        alloc_free(arena->allocator, c, sizeof *c + c->size);
    }
    arena->first = arena->current = NULL;
    arena->used = 0;
}

void arena_reset(struct arena *arena) {
    for (struct arena_chunk *c = arena->first; c; c = c->next) c->used = 0;
    arena->current = arena->first;
    arena->used = 0;
}

/* Where the next piece would begin in a chunk, or SIZE_MAX when it does not fit. */
static size_t chunk_place(struct arena_chunk *chunk, size_t size, size_t align) {
    uintptr_t base = (uintptr_t)chunk_bytes(chunk);
    size_t start =
        (size_t)(((base + chunk->used + align - 1) & ~(uintptr_t)(align - 1)) - base);
    return start <= chunk->size && size <= chunk->size - start ? start : SIZE_MAX;
}

static struct arena_chunk *arena_new_chunk(struct arena *arena, size_t size, size_t align) {
    size_t bytes;
    if (!size_add(size, align + sizeof(struct arena_chunk), &bytes)) return NULL;
    if (bytes < arena->chunk_size) bytes = arena->chunk_size;
    struct arena_chunk *chunk = alloc_bytes(arena->allocator, bytes);
    if (!chunk) return NULL;
    *chunk = (struct arena_chunk){.size = bytes - sizeof *chunk};
    struct arena_chunk **link = arena->current ? &arena->current->next : &arena->first;
    chunk->next = *link;
    *link = chunk;
    return chunk;
}

void *arena_push(struct arena *arena, size_t size, size_t align) {
    if (align == 0) align = ARENA_ALIGN;
    assert((align & (align - 1)) == 0 && align <= ARENA_ALIGN_MOST);
    if (arena->budget && size > arena->budget - arena->used) return NULL;

    struct arena_chunk *chunk = arena->current ? arena->current : arena->first;
    size_t start = SIZE_MAX;
    for (; chunk; chunk = chunk->next) {
        start = chunk_place(chunk, size, align);
        if (start != SIZE_MAX) break;
    }
    if (!chunk) {
        chunk = arena_new_chunk(arena, size, align);
        if (!chunk) return NULL;
        start = chunk_place(chunk, size, align);
    }
    size_t taken = start + size - chunk->used;
    if (arena->budget && taken > arena->budget - arena->used) return NULL;
    arena->current = chunk;
    chunk->used += taken;
    arena->used += taken;
    return chunk_bytes(chunk) + start;
}

void *arena_push_zero(struct arena *arena, size_t size, size_t align) {
    void *ptr = arena_push(arena, size, align);
    if (ptr) memset(ptr, 0, size);
    return ptr;
}

void *arena_push_array(struct arena *arena, size_t count, size_t size, size_t align) {
    size_t bytes;
    return size_mul(count, size, &bytes) ? arena_push_zero(arena, bytes, align) : NULL;
}

char *arena_text_n(struct arena *arena, const char *text, size_t length) {
    size_t size;
    if (!size_add(length, 1, &size)) return NULL;
    char *copy = arena_push(arena, size, 1);
    if (!copy) return NULL;
    if (length) memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

char *arena_text(struct arena *arena, const char *text) {
    return arena_text_n(arena, text, strlen(text));
}

char *arena_format(struct arena *arena, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *text = length < 0 ? NULL : arena_push(arena, (size_t)length + 1, 1);
    if (text) (void)vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

struct arena_mark arena_mark(const struct arena *arena) {
    return (struct arena_mark){arena->current, arena->current ? arena->current->used : 0,
                               arena->used};
}

void arena_rewind(struct arena *arena, struct arena_mark mark) {
    struct arena_chunk *after = mark.chunk ? mark.chunk->next : arena->first;
    for (struct arena_chunk *c = after; c; c = c->next) c->used = 0;
    if (mark.chunk) mark.chunk->used = mark.chunk_used;
    arena->current = mark.chunk ? mark.chunk : arena->first;
    arena->used = mark.used;
}

size_t arena_reserved(const struct arena *arena) {
    size_t sum = 0;
    for (const struct arena_chunk *c = arena->first; c; c = c->next) sum += sizeof *c + c->size;
    return sum;
}
