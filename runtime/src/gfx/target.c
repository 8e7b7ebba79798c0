/* SPDX-License-Identifier: MIT
 *
 * target - framebuffers with their images. Those of size 0 follow the view.
 *
 * An image of a target has a slot, so that its handle looks like any other; its backend name is
 * made and ended here.
 */
#include "base/hash.h"
#include "gfx/desc.h"
#include "gfx/device.h"

#include <math.h>

static uint32_t side_of(uint32_t fixed, uint32_t view, float scale) {
    if (fixed) return fixed;
    float side = (float)view * (scale > 0.0f ? scale : 1.0f);
    return side < 1.0f ? 1 : (uint32_t)lrintf(side);
}

/* Give the target its size; false when it is not possible. */
static bool size_target(const struct gfx *gfx, struct target *target) {
    const wisp_gfx_target_desc *d = &target->desc;
    target->width = side_of(d->width, gfx->width, d->scale);
    target->height = side_of(d->height, gfx->height, d->scale);
    return target->width <= gfx->max_texture && target->height <= gfx->max_texture;
}

static struct image *part(struct gfx *gfx, struct target *target, wisp_image *handle) {
    struct image *image = device_image(gfx, *handle);
    if (!image) {
        image = device_add(gfx, POOL_IMAGE, target->slot.owner, 0);
        if (!image) return NULL;
        handle->id = image->slot.id;
    }
    image->target = target->slot.id;
    image->kind = IMAGE_2D;
    image->width = target->width;
    image->height = target->height;
    image->layers = image->depth = 1;
    image->filter = target->desc.filter;
    image->wrap = target->desc.wrap;
    return image;
}

static bool make_part(struct gfx *gfx, struct target *target, wisp_image *handle,
                      uint32_t format) {
    struct image *image = part(gfx, target, handle);
    if (!image) return false;
    image->format = format;
    image->slot.state = WISP_GFX_FAILED;
    if (!gfx->backend->image_make(gfx, image, NULL)) return false;
    image->slot.state = WISP_GFX_READY;
    target->slot.bytes += format_bytes(format) * target->width * target->height;
    return true;
}

static void end_part(struct gfx *gfx, wisp_image handle) {
    struct image *image = device_image(gfx, handle);
    if (!image) return;
    if (image->name) gfx->backend->image_end(gfx, image);
    image->name = 0;
    image->slot.state = WISP_GFX_FAILED;
}

static void end_content(struct gfx *gfx, struct target *target) {
    if (target->external) return;
    if (target->name) gfx->backend->target_end(gfx, target);
    target->name = 0;
    for (uint32_t i = 0; i < WISP_TARGET_MAX_COLORS; i++) end_part(gfx, target->colors[i]);
    end_part(gfx, target->depth);
    target->slot.bytes = 0;
}

static void build(struct gfx *gfx, struct target *target) {
    end_content(gfx, target);
    target->slot.state = WISP_GFX_FAILED;
    bool ok = size_target(gfx, target);
    for (uint32_t i = 0; ok && i < target->color_count; i++) {
        uint32_t format = target->desc.formats[i];
        if (format == WISP_FORMAT_DEPTH || format > WISP_FORMAT_R11G11B10F) ok = false;
        ok = ok &&
             make_part(gfx, target, &target->colors[i], format ? format : WISP_FORMAT_RGBA16F);
        if (ok) target->color_names[i] = device_image(gfx, target->colors[i])->name;
    }
    if (ok && target->desc.depth) {
        ok = make_part(gfx, target, &target->depth, WISP_FORMAT_DEPTH);
        if (ok) target->depth_name = device_image(gfx, target->depth)->name;
    }
    if (ok && gfx->backend->target_make(gfx, target)) target->slot.state = WISP_GFX_READY;
    if (target->slot.state == WISP_GFX_READY) return;
    end_content(gfx, target);
    device_say_once(gfx, target->slot.owner, "a target of %u x %u px cannot be made",
                    target->width, target->height);
}

wisp_target gfx_target(struct gfx *gfx, gfx_owner owner, const wisp_gfx_target_desc *desc) {
    wisp_gfx_target_desc d;
    if (!desc) return (wisp_target){0};
    desc_read(&d, sizeof d, desc);
    if (!d.key || d.color_count > WISP_TARGET_MAX_COLORS) {
        device_say_once(gfx, owner, "a target needs a key and at most %d colours",
                        WISP_TARGET_MAX_COLORS);
        return (wisp_target){0};
    }
    uint64_t text = hash_text(d.key);
    d.key = NULL;
    d.struct_size = sizeof d;
    uint64_t whole = hash_bytes64(&d, sizeof d);
    wisp_target handle = {key_table_find(&gfx->keys, device_key(owner, POOL_TARGET, text))};
    struct target *target = device_target(gfx, handle);
    if (!target) target = device_add(gfx, POOL_TARGET, owner, text);
    if (!target) return (wisp_target){0};
    target->slot.touched = gfx->frame;
    if (target->slot.state != WISP_GFX_NONE && target->slot.desc == whole)
        return (wisp_target){target->slot.id};
    stream_unmap(gfx);
    target->slot.desc = whole;
    target->desc = d;
    /* Depth alone is asked for with the depth format in the first colour. */
    bool depth_only = d.formats[0] == WISP_FORMAT_DEPTH;
    target->color_count = depth_only ? 0 : d.color_count ? d.color_count : 1;
    if (depth_only) target->desc.depth = 1;
    build(gfx, target);
    return (wisp_target){target->slot.id};
}

void target_resize_all(struct gfx *gfx) {
    struct pool *pool = &gfx->pools[POOL_TARGET];
    for (size_t i = 0; i < pool->count; i++) {
        struct target *target = pool_at(pool, i);
        if (target && !target->external && (!target->desc.width || !target->desc.height))
            build(gfx, target);
    }
}

void target_end(struct gfx *gfx, struct target *target) {
    wisp_image parts[WISP_TARGET_MAX_COLORS + 1];
    for (uint32_t i = 0; i < WISP_TARGET_MAX_COLORS; i++) parts[i] = target->colors[i];
    parts[WISP_TARGET_MAX_COLORS] = target->depth;
    end_content(gfx, target);
    for (uint32_t i = 0; i <= WISP_TARGET_MAX_COLORS; i++)
        device_end(gfx, POOL_IMAGE, parts[i].id);
}

wisp_image gfx_target_color(struct gfx *gfx, wisp_target handle, uint32_t index) {
    const struct target *target = device_target(gfx, handle);
    return target && index < target->color_count ? target->colors[index] : (wisp_image){0};
}

wisp_image gfx_target_depth(struct gfx *gfx, wisp_target handle) {
    const struct target *target = device_target(gfx, handle);
    return target ? target->depth : (wisp_image){0};
}

wisp_target gfx_external_target(struct gfx *gfx, uint32_t framebuffer, uint32_t width,
                                uint32_t height) {
    struct target *target = device_target(gfx, gfx->external);
    if (!target) target = device_add(gfx, POOL_TARGET, GFX_HOST, hash_text("gfx.external"));
    if (!target) return (wisp_target){0};
    target->external = true;
    target->name = framebuffer;
    target->width = width;
    target->height = height;
    target->color_count = 1;
    target->slot.state = WISP_GFX_READY;
    gfx->external.id = target->slot.id;
    return gfx->external;
}

/* Two targets that can be copied between, or false. */
static bool pair(struct gfx *gfx, wisp_target from, wisp_target to, struct target **a,
                 struct target **b) {
    *a = device_target(gfx, from);
    *b = device_target(gfx, to);
    return *a && *b && (*a)->slot.state == WISP_GFX_READY &&
           (*b)->slot.state == WISP_GFX_READY && (*a)->width == (*b)->width &&
           (*a)->height == (*b)->height;
}

void gfx_copy_depth(struct gfx *gfx, wisp_target from, wisp_target to) {
    struct target *a, *b;
    stream_unmap(gfx);
    if (gfx->in_frame && pair(gfx, from, to, &a, &b) && a->depth.id && b->depth.id)
        gfx->backend->copy(gfx, a, b, true);
}

void gfx_copy_color(struct gfx *gfx, wisp_target from, wisp_target to) {
    struct target *a, *b;
    stream_unmap(gfx);
    if (gfx->in_frame && pair(gfx, from, to, &a, &b)) gfx->backend->copy(gfx, a, b, false);
}

static wisp_status read_target(struct gfx *gfx, wisp_target handle, const uint32_t size[2],
                               bool as_float, void *out) {
    const struct target *target = device_target(gfx, handle);
    stream_unmap(gfx);
    if (!target || target->slot.state != WISP_GFX_READY) return WISP_E_BAD_STATE;
    if (target->width != size[0] || target->height != size[1] || !target->color_count)
        return WISP_E_BAD_PARAM;
    return gfx->backend->read(gfx, target, as_float, out) ? WISP_OK : WISP_E_GFX;
}

wisp_status gfx_read_rgba8(struct gfx *gfx, wisp_target target, uint32_t width, uint32_t height,
                           uint8_t *out) {
    return read_target(gfx, target, (const uint32_t[]){width, height}, false, out);
}

wisp_status gfx_read_float(struct gfx *gfx, wisp_target target, uint32_t width, uint32_t height,
                           float *out) {
    return read_target(gfx, target, (const uint32_t[]){width, height}, true, out);
}
