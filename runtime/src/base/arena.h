/* SPDX-License-Identifier: MIT
 *
 * Memory that is dropped together: push only, by chunks taken from an allocator.
 *
 * The three lifetimes are three uses of it: process (never reset), instance (with a budget,
 * dropped whole), frame (reset each frame, and warm after a few: reset keeps the chunks).
 * Units      Bytes. align is a power of two, at most 4096; 0 means 16.
 * Ownership  What is pushed lives until reset, rewind past it, or drop.
 * Errors     NULL: no memory, over the budget, or a size that does not fit.
 * Threads    One at a time.
 */
#ifndef WISP_BASE_ARENA_H
#define WISP_BASE_ARENA_H

#include "base/alloc.h"

struct arena_chunk;

struct arena {
    const struct allocator *allocator;
    struct arena_chunk *first, *current;
    size_t chunk_size; /* Least size of a new chunk. */
    size_t budget;     /* Most bytes handed out since init or reset; 0 is no limit. */
    size_t used;       /* Bytes handed out, alignment included. */
};

/* A place to rewind to. */
struct arena_mark {
    struct arena_chunk *chunk;
    size_t chunk_used, used;
};

/* Takes no memory yet. chunk_size 0 means 64 KiB. */
void arena_init(struct arena *arena, const struct allocator *allocator, size_t chunk_size,
                size_t budget);

/* Give all memory back; the arena may be pushed to again. */
void arena_drop(struct arena *arena);

/* Forget what was pushed but keep the memory for what comes. */
void arena_reset(struct arena *arena);

void *arena_push(struct arena *arena, size_t size, size_t align);
void *arena_push_zero(struct arena *arena, size_t size, size_t align);
void *arena_push_array(struct arena *arena, size_t count, size_t size,
                       size_t align); /* Zeros. */

/* Copies of text with an end mark. */
char *arena_text(struct arena *arena, const char *text);
char *arena_text_n(struct arena *arena, const char *text, size_t length);
char *arena_format(struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

struct arena_mark arena_mark(const struct arena *arena);
void arena_rewind(struct arena *arena, struct arena_mark mark);

/* Bytes taken from the allocator. */
size_t arena_reserved(const struct arena *arena);

#endif
