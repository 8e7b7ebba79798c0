/* SPDX-License-Identifier: MIT
 *
 * gfx - life of the device, frames, and what it says to people.
 */
#include "base/hash.h"
#include "gfx/device.h"

#include <stdarg.h>
#include <string.h>

static void free_text(struct gfx *gfx, char *text) {
    if (text) alloc_free(gfx->allocator, text, strlen(text) + 1);
}

static bool copy_roots(struct gfx *gfx, const char *const *from, char **to) {
    for (size_t i = 0; i < GFX_ROOTS_MOST - 1 && from[i]; i++)
        if (!(to[i] = alloc_text(gfx->allocator, from[i]))) return false;
    return true;
}

static wisp_status open_device(struct gfx *gfx, const struct gfx_config *config) {
    static const size_t strides[POOL_PIPELINE + 1] = {
        [POOL_BUFFER] = sizeof(struct buffer),
        [POOL_IMAGE] = sizeof(struct image),
        [POOL_TARGET] = sizeof(struct target),
        [POOL_PIPELINE] = sizeof(struct pipeline),
    };
    for (int k = POOL_BUFFER; k <= POOL_PIPELINE; k++)
        pool_init(&gfx->pools[k], gfx->allocator, strides[k]);
    key_table_init(&gfx->keys, gfx->allocator);
    if (!copy_roots(gfx, config->shader_roots, gfx->shader_roots) ||
        !copy_roots(gfx, config->asset_roots, gfx->asset_roots))
        return WISP_E_NOMEM;
    wisp_status status =
        config->get_proc ? backend_gl_create(gfx, config->get_proc) : backend_null_create(gfx);
    if (status != WISP_OK) return status;
    return image_defaults(gfx) ? WISP_OK : WISP_E_NOMEM;
}

wisp_status gfx_create(const struct gfx_config *config, struct gfx **out) {
    const struct allocator *allocator =
        config->allocator ? config->allocator : allocator_default();
    struct gfx *gfx = alloc_zero(allocator, sizeof *gfx);
    if (!gfx) return WISP_E_NOMEM;
    gfx->allocator = allocator;
    gfx->log = config->log;
    gfx->files = config->files;
    gfx->report = config->report;
    gfx->report_user = config->report_user;
    gfx->stream.limit = config->stream_bytes ? config->stream_bytes : (size_t)64 << 20;
    wisp_status status = open_device(gfx, config);
    if (status != WISP_OK) {
        gfx_destroy(gfx);
        return status;
    }
    *out = gfx;
    return WISP_OK;
}

void gfx_destroy(struct gfx *gfx) {
    if (!gfx) return;
    if (gfx->backend) {
        static const enum pool_kind order[] = {POOL_PIPELINE, POOL_TARGET, POOL_IMAGE,
                                               POOL_BUFFER};
        stream_free(gfx);
        for (size_t k = 0; k < sizeof order / sizeof order[0]; k++) {
            struct pool *pool = &gfx->pools[order[k]];
            for (size_t i = 0; i < pool->count; i++) {
                struct slot *slot = pool_at(pool, i);
                if (slot) device_end(gfx, order[k], slot->id);
            }
        }
        program_free_all(gfx);
        picture_free_all(gfx);
        gfx->backend->destroy(gfx);
    }
    for (int k = POOL_BUFFER; k <= POOL_PIPELINE; k++)
        if (gfx->pools[k].allocator) pool_free(&gfx->pools[k]);
    if (gfx->keys.allocator) key_table_free(&gfx->keys);
    for (size_t i = 0; i < GFX_ROOTS_MOST; i++) {
        free_text(gfx, gfx->shader_roots[i]);
        free_text(gfx, gfx->asset_roots[i]);
    }
    alloc_free(gfx->allocator, gfx, sizeof *gfx);
}

uint64_t device_key(gfx_owner owner, enum pool_kind kind, uint64_t text_hash) {
    const struct {
        uint64_t text;
        uint32_t owner, kind;
    } whole = {text_hash, owner, (uint32_t)kind};
    uint64_t key = hash_bytes64(&whole, sizeof whole);
    return key ? key : 1;
}

void device_say_once(struct gfx *gfx, gfx_owner owner, const char *format, ...) {
    uint64_t hash = hash_text(format) ^ ((uint64_t)owner << 32 | owner);
    for (uint32_t i = 0; i < gfx->said_count; i++)
        if (gfx->said[i] == hash) return;
    if (gfx->said_count == SAID_MOST) return;
    gfx->said[gfx->said_count++] = hash;
    va_list args;
    va_start(args, format);
    log_write_args(gfx->log, LOG_LEVEL_WARN, "gfx", format, args);
    va_end(args);
}

void device_report(struct gfx *gfx, struct diag_list *diags, struct diag_list *found) {
    if (diags) {
        diag_list_append(diags, found);
    } else {
        for (size_t i = 0; i < found->count; i++) {
            if (gfx->report) {
                gfx->report(gfx->report_user, &found->items[i]);
                continue;
            }
            struct strbuf text;
            strbuf_init(&text, gfx->allocator);
            diag_write(&found->items[i], &text);
            while (text.length && text.data[text.length - 1] == '\n')
                text.data[--text.length] = 0;
            log_text(gfx->log, LOG_LEVEL_ERROR, "gfx", strbuf_text(&text));
            strbuf_free(&text);
        }
    }
    diag_list_free(found);
}

void *device_add(struct gfx *gfx, enum pool_kind kind, gfx_owner owner, uint64_t text) {
    struct slot *slot = pool_add(&gfx->pools[kind]);
    uint64_t key = text ? device_key(owner, kind, text) : 0;
    if (!slot) return NULL;
    if (key && !key_table_put(&gfx->keys, key, slot->id)) {
        pool_remove(&gfx->pools[kind], slot->id);
        return NULL;
    }
    slot->owner = owner;
    slot->key = key;
    slot->text = text;
    slot->touched = gfx->frame;
    return slot;
}

void device_end(struct gfx *gfx, enum pool_kind kind, uint32_t id) {
    struct slot *slot = pool_get(&gfx->pools[kind], id);
    if (!slot) return;
    switch (kind) {
    case POOL_BUFFER:
        buffer_end(gfx, (struct buffer *)(void *)slot);
        break;
    case POOL_IMAGE:
        image_end(gfx, (struct image *)(void *)slot);
        break;
    case POOL_TARGET:
        target_end(gfx, (struct target *)(void *)slot);
        break;
    case POOL_PIPELINE:
        pipeline_end(gfx, (struct pipeline *)(void *)slot);
        break;
    }
    slot = pool_get(&gfx->pools[kind], id);
    if (slot->key && key_table_find(&gfx->keys, slot->key) == id)
        key_table_remove(&gfx->keys, slot->key);
    pool_remove(&gfx->pools[kind], id);
}

void gfx_frame_begin(struct gfx *gfx, uint32_t width, uint32_t height) {
    if (gfx->in_frame) gfx_frame_end(gfx);
    gfx->frame++;
    gfx->in_frame = true;
    gfx->pass_count = 0;
    gfx->record_count = 0;
    gfx->now = (struct gfx_stats){0};
    gfx->scene_depth = gfx->scene_color = (wisp_image){0};
    gfx->backend->frame_begin(gfx);
    if (gfx->width != width || gfx->height != height) {
        gfx->width = width;
        gfx->height = height;
        target_resize_all(gfx);
    }
    stream_frame_begin(gfx);
}

void gfx_frame_end(struct gfx *gfx) {
    if (!gfx->in_frame) return;
    gfx->pass_count = 0;
    stream_frame_end(gfx);
    program_trim(gfx, PROGRAMS_IDLE_MOST);
    gfx->backend->frame_end(gfx);
    gfx->in_frame = false;
    gfx->last = gfx->now;
    struct gfx_record *records = gfx->last_records;
    gfx->last_records = gfx->records;
    gfx->records = records;
    gfx->last_record_count = gfx->record_count;
}

void gfx_frame_uniforms(struct gfx *gfx, const void *data, size_t bytes) {
    stream_unmap(gfx);
    if (gfx->in_frame && bytes <= UNIFORM_BYTES_MOST)
        gfx->backend->frame_uniforms(gfx, data, bytes);
}

void gfx_frame_texture(struct gfx *gfx, const char *name, wisp_image image) {
    struct frame_texture *unused = NULL;
    for (size_t i = 0; i < FRAME_TEXTURES_MOST; i++) {
        struct frame_texture *t = &gfx->frame_textures[i];
        if (t->name && strcmp(t->name, name) == 0) {
            t->image = image;
            if (!image.id) t->name = NULL;
            return;
        }
        if (!t->name && !unused) unused = t;
    }
    if (unused && image.id) *unused = (struct frame_texture){name, image};
}

void gfx_set_scene_images(struct gfx *gfx, wisp_image depth, wisp_image color, wisp_image sky) {
    gfx->scene_depth = depth;
    gfx->scene_color = color;
    gfx->sky = sky;
}

wisp_image gfx_scene_depth(struct gfx *gfx) { return gfx->scene_depth; }
wisp_image gfx_scene_color(struct gfx *gfx) { return gfx->scene_color; }
wisp_image gfx_sky(struct gfx *gfx) { return gfx->sky; }

uint64_t gfx_cap(struct gfx *gfx, uint32_t which) {
    switch (which) {
    case WISP_CAP_FLOAT_BLEND:
        return gfx->float_blend;
    case WISP_CAP_MAX_TEXTURE:
        return gfx->max_texture;
    case WISP_CAP_NULL:
        return gfx->records != NULL;
    default:
        return 0;
    }
}

const struct gfx_record *gfx_records(const struct gfx *gfx, uint32_t *count) {
    *count = gfx->last_record_count;
    return gfx->last_records;
}
