/* SPDX-License-Identifier: MIT
 *
 * buffer - vertex and index buffers.
 */
#include "base/hash.h"
#include "gfx/desc.h"
#include "gfx/device.h"

static bool build(struct gfx *gfx, struct buffer *buffer, const wisp_gfx_buffer_desc *d) {
    if (buffer->name) gfx->backend->buffer_end(gfx, buffer);
    buffer->name = 0;
    buffer->usage = d->usage;
    buffer->is_index = d->is_index;
    buffer->bytes = d->bytes;
    buffer->slot.bytes = d->bytes;
    bool ok = d->bytes && d->bytes <= (size_t)1 << 31 &&
              gfx->backend->buffer_make(gfx, buffer, d->data);
    buffer->slot.state = ok ? WISP_GFX_READY : WISP_GFX_FAILED;
    return ok;
}

wisp_buffer gfx_buffer(struct gfx *gfx, gfx_owner owner, const wisp_gfx_buffer_desc *desc) {
    wisp_gfx_buffer_desc d;
    if (!desc) return (wisp_buffer){0};
    desc_read(&d, sizeof d, desc);
    if (!d.key || !d.bytes) {
        device_say_once(gfx, owner, "a buffer needs a key and a size");
        return (wisp_buffer){0};
    }
    uint64_t text = hash_text(d.key);
    uint64_t whole = hash_bytes64(
        &(const uint64_t[]){(uint64_t)d.bytes << 2 | (d.usage & 1) << 1 | (d.is_index & 1)},
        sizeof(uint64_t));
    wisp_buffer handle = {key_table_find(&gfx->keys, device_key(owner, POOL_BUFFER, text))};
    struct buffer *buffer = device_buffer(gfx, handle);
    if (!buffer) buffer = device_add(gfx, POOL_BUFFER, owner, text);
    if (!buffer) return (wisp_buffer){0};
    buffer->slot.touched = gfx->frame;
    if (buffer->slot.state != WISP_GFX_NONE && buffer->slot.desc == whole)
        return (wisp_buffer){buffer->slot.id};
    stream_unmap(gfx);
    buffer->slot.desc = whole;
    if (!build(gfx, buffer, &d)) device_say_once(gfx, owner, "no memory for a buffer");
    return (wisp_buffer){buffer->slot.id};
}

void gfx_update(struct gfx *gfx, wisp_buffer handle, size_t offset, const void *data,
                size_t bytes) {
    struct buffer *buffer = device_buffer(gfx, handle);
    size_t end;
    stream_unmap(gfx);
    if (!buffer || buffer->slot.state != WISP_GFX_READY || !data || !bytes) return;
    if (!size_add(offset, bytes, &end) || end > buffer->bytes) {
        device_say_once(gfx, buffer->slot.owner, "update() goes past the end of a buffer");
        return;
    }
    buffer->slot.touched = gfx->frame;
    gfx->backend->buffer_write(gfx, buffer, offset, data, bytes);
}

void buffer_end(struct gfx *gfx, struct buffer *buffer) {
    if (buffer->name) gfx->backend->buffer_end(gfx, buffer);
    buffer->name = 0;
}
