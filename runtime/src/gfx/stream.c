/* SPDX-License-Identifier: MIT
 *
 * stream - data that lives for one frame: vertices of particles, uniforms of draws.
 *
 * Buffers ("chunks") are filled front to back and used again STREAM_FRAMES frames later, behind
 * a fence, so the GPU is never waited for in practice and never overwritten. A frame that does
 * what the last one did finds its chunks and allocates nothing.
 */
#include "gfx/device.h"

enum { CHUNK_LEAST = 256 << 10, IDLE_FRAMES = 600 };

static struct buffer *buffer_of(struct gfx *gfx, const struct chunk *chunk) {
    return device_buffer(gfx, chunk->buffer);
}

static size_t round_up(size_t value, size_t align) {
    return (value + align - 1) / align * align;
}

/* Index + 1 of a new chunk, 0 without memory. */
static size_t add_chunk(struct gfx *gfx, size_t need) {
    struct stream *s = &gfx->stream;
    size_t bytes = CHUNK_LEAST;
    while (bytes < need || bytes < s->frame_bytes) bytes *= 2;
    void *chunks = s->chunks;
    if (!alloc_grow(gfx->allocator, &chunks, &s->capacity, s->count + 1, sizeof *s->chunks))
        return 0;
    s->chunks = chunks;
    struct buffer *buffer = device_add(gfx, POOL_BUFFER, GFX_HOST, 0);
    if (!buffer) return 0;
    buffer->bytes = bytes;
    buffer->usage = WISP_USAGE_DYNAMIC;
    buffer->slot.bytes = bytes;
    buffer->slot.state = WISP_GFX_READY;
    if (!gfx->backend->buffer_make(gfx, buffer, NULL)) {
        device_end(gfx, POOL_BUFFER, buffer->slot.id);
        return 0;
    }
    s->chunks[s->count] =
        (struct chunk){.buffer = {buffer->slot.id}, .bytes = bytes, .frame = gfx->frame};
    return ++s->count;
}

/* Index + 1 of an old chunk with room, its fence passed; 0: none. */
static size_t find_chunk(struct gfx *gfx, size_t need) {
    struct stream *s = &gfx->stream;
    size_t best = 0;
    for (size_t i = 0; i < s->count; i++) {
        const struct chunk *c = &s->chunks[i];
        if (c->bytes < need || c->frame + STREAM_FRAMES > gfx->frame) continue;
        if (!best || c->bytes < s->chunks[best - 1].bytes) best = i + 1;
    }
    if (!best) return 0;
    struct chunk *c = &s->chunks[best - 1];
    if (c->fence) gfx->backend->fence_wait(gfx, c->fence);
    c->fence = NULL;
    c->used = 0;
    c->frame = gfx->frame;
    return best;
}

bool stream_take(struct gfx *gfx, size_t bytes, size_t align, struct chunk **chunk,
                 size_t *at) {
    struct stream *s = &gfx->stream;
    if (!gfx->in_frame || !bytes || bytes > s->limit || s->frame_bytes > s->limit - bytes)
        return false;
    struct chunk *c = s->current ? &s->chunks[s->current - 1] : NULL;
    if (!c || round_up(c->used, align) > c->bytes - bytes || c->bytes < bytes) {
        size_t place = find_chunk(gfx, bytes);
        if (!place) place = add_chunk(gfx, bytes);
        if (!place) return false;
        s->current = place;
        c = &s->chunks[place - 1];
    }
    if (!c->map) {
        c->map_at = c->used;
        c->map = gfx->backend->buffer_map(gfx, buffer_of(gfx, c), c->used, c->bytes - c->used);
        if (!c->map) return false;
        s->mapped++;
    }
    *at = round_up(c->used, align);
    *chunk = c;
    c->used = *at + bytes;
    s->frame_bytes += bytes;
    return true;
}

void *gfx_stream(struct gfx *gfx, size_t bytes, wisp_buffer *buffer, size_t *offset) {
    struct chunk *chunk;
    size_t at;
    if (!stream_take(gfx, bytes, 16, &chunk, &at)) return NULL;
    *buffer = chunk->buffer;
    *offset = at;
    return chunk->map + (at - chunk->map_at);
}

void stream_unmap(struct gfx *gfx) {
    struct stream *s = &gfx->stream;
    for (size_t i = 0; s->mapped && i < s->count; i++) {
        struct chunk *c = &s->chunks[i];
        if (!c->map) continue;
        gfx->backend->buffer_unmap(gfx, buffer_of(gfx, c), c->used - c->map_at);
        c->map = NULL;
        s->mapped--;
    }
}

void stream_frame_begin(struct gfx *gfx) {
    gfx->stream.current = 0;
    gfx->stream.frame_bytes = 0;
}

static void end_chunk(struct gfx *gfx, size_t i) {
    struct stream *s = &gfx->stream;
    if (s->chunks[i].fence) gfx->backend->fence_wait(gfx, s->chunks[i].fence);
    device_end(gfx, POOL_BUFFER, s->chunks[i].buffer.id);
    s->chunks[i] = s->chunks[--s->count];
}

void stream_frame_end(struct gfx *gfx) {
    struct stream *s = &gfx->stream;
    stream_unmap(gfx);
    gfx->now.stream_bytes = s->frame_bytes;
    for (size_t i = 0; i < s->count; i++)
        if (s->chunks[i].frame == gfx->frame && !s->chunks[i].fence)
            s->chunks[i].fence = gfx->backend->fence_make(gfx);
    for (size_t i = 0; i < s->count; i++)
        if (s->chunks[i].frame + IDLE_FRAMES < gfx->frame) {
            end_chunk(gfx, i);
            break; /* One a frame is enough. */
        }
    s->current = 0;
}

void stream_free(struct gfx *gfx) {
    struct stream *s = &gfx->stream;
    stream_unmap(gfx);
    while (s->count) end_chunk(gfx, s->count - 1);
    alloc_free(gfx->allocator, s->chunks, s->capacity * sizeof *s->chunks);
    s->chunks = NULL;
    s->capacity = 0;
}
