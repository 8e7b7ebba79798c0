/* SPDX-License-Identifier: MIT
 *
 * image - textures made from data, and the handles of those that come from files or targets.
 */
#include "base/hash.h"
#include "gfx/desc.h"
#include "gfx/device.h"

size_t format_bytes(uint32_t format) {
    static const uint8_t bytes[] = {
        [WISP_FORMAT_RGBA8] = 4,   [WISP_FORMAT_SRGBA8] = 4,    [WISP_FORMAT_R8] = 1,
        [WISP_FORMAT_RG8] = 2,     [WISP_FORMAT_R16F] = 2,      [WISP_FORMAT_RG16F] = 4,
        [WISP_FORMAT_RGBA16F] = 8, [WISP_FORMAT_R32F] = 4,      [WISP_FORMAT_RGBA32F] = 16,
        [WISP_FORMAT_DEPTH] = 4,   [WISP_FORMAT_R11G11B10F] = 4};
    return format < sizeof bytes ? bytes[format] : 0;
}

static bool shape_of(const wisp_gfx_image_desc *d, struct image *image, size_t *bytes) {
    image->format = d->format;
    image->width = d->width;
    image->height = d->height;
    image->layers = d->layers > 1 ? d->layers : 1;
    image->depth = d->depth > 1 ? d->depth : 1;
    image->kind = d->depth > 1 ? IMAGE_3D : d->layers > 1 ? IMAGE_ARRAY : IMAGE_2D;
    image->filter = d->filter;
    image->wrap = d->wrap;
    image->mipmaps = d->mipmaps;
    size_t n = format_bytes(d->format);
    return n && d->width && d->height && d->width <= GFX_IMAGE_SIDE_MOST &&
           d->height <= GFX_IMAGE_SIDE_MOST && image->layers <= 2048 && image->depth <= 2048 &&
           size_mul(n, d->width, &n) && size_mul(n, d->height, &n) &&
           size_mul(n, (size_t)image->layers * image->depth, &n) && n <= (size_t)1 << 30 &&
           (*bytes = n, true);
}

/* Everything but data, revision and the key. */
static uint64_t desc_hash(const wisp_gfx_image_desc *d) {
    const uint32_t parts[] = {d->format, d->width, d->height,  d->layers, d->filter,
                              d->wrap,   d->depth, d->mipmaps, !!d->path};
    return hash_bytes64(parts, sizeof parts) ^ (d->path ? hash_text(d->path) : 0);
}

static void drop_content(struct gfx *gfx, struct image *image) {
    if (image->picture) picture_release(gfx, image->picture - 1);
    image->picture = 0;
    if (image->name) gfx->backend->image_end(gfx, image);
    image->name = 0;
}

static void build(struct gfx *gfx, wisp_image handle, const wisp_gfx_image_desc *d) {
    struct image *image = device_image(gfx, handle);
    drop_content(gfx, image);
    image->slot.state = WISP_GFX_FAILED;
    if (d->path) {
        int32_t picture = picture_use(gfx, d); /* May report, hence run a caller's code. */
        image = device_image(gfx, handle);
        if (picture < 0) return;
        image->picture = (uint32_t)picture + 1;
        image->kind = IMAGE_2D;
        image->slot.state = gfx->pictures[picture].missing ? WISP_GFX_FAILED : WISP_GFX_READY;
        return;
    }
    size_t bytes = 0;
    if (!shape_of(d, image, &bytes)) {
        device_say_once(gfx, image->slot.owner, "image \"%s\": its size or format is not valid",
                        d->key);
        return;
    }
    image->slot.bytes = bytes;
    image->revision = d->revision;
    if (gfx->backend->image_make(gfx, image, d->data)) image->slot.state = WISP_GFX_READY;
}

wisp_image gfx_image(struct gfx *gfx, gfx_owner owner, const wisp_gfx_image_desc *desc) {
    wisp_gfx_image_desc d;
    if (!desc) return (wisp_image){0};
    desc_read(&d, sizeof d, desc);
    if (d.path && !d.path[0]) d.path = NULL;
    if (!d.key) d.key = d.path;
    if (!d.key || (!d.path && (!d.width || !d.height))) {
        device_say_once(gfx, owner, "an image needs a key, and a path or a size");
        return (wisp_image){0};
    }
    uint64_t text = hash_text(d.key), whole = desc_hash(&d);
    wisp_image handle = {key_table_find(&gfx->keys, device_key(owner, POOL_IMAGE, text))};
    struct image *image = device_image(gfx, handle);
    if (!image) image = device_add(gfx, POOL_IMAGE, owner, text);
    if (!image) return (wisp_image){0};
    handle.id = image->slot.id;
    image->slot.touched = gfx->frame;
    if (image->slot.state == WISP_GFX_NONE || image->slot.desc != whole) {
        stream_unmap(gfx);
        image->slot.desc = whole;
        build(gfx, handle, &d);
    } else if (image->revision != d.revision && !d.path &&
               image->slot.state == WISP_GFX_READY) {
        stream_unmap(gfx);
        image->revision = d.revision;
        if (d.data) gfx->backend->image_write(gfx, image, d.data);
    }
    return handle;
}

uint32_t gfx_image_state(struct gfx *gfx, wisp_image handle) {
    const struct image *image = device_image(gfx, handle);
    if (!image) return WISP_GFX_NONE;
    if (image->picture && gfx->pictures[image->picture - 1].missing) return WISP_GFX_FAILED;
    return image->picture ? WISP_GFX_READY : image->slot.state;
}

void image_end(struct gfx *gfx, struct image *image) {
    if (image->target) image->name = 0; /* The target's to end. */
    drop_content(gfx, image);
}

uint32_t image_texture(struct gfx *gfx, wisp_image handle, enum image_kind kind) {
    struct image *image = device_image(gfx, handle);
    uint32_t name = 0;
    if (image && image->picture) {
        name = gfx->pictures[image->picture - 1].image.name;
        if (!name) image = device_image(gfx, gfx->checker);
    }
    if (image && image->kind == kind && image->slot.state != WISP_GFX_NONE) {
        image->slot.touched = gfx->frame;
        if (!name) name = image->name;
        if (name) return name;
    }
    return device_image(gfx, gfx->defaults[kind])->name;
}

uint32_t gfx_image_revision(struct gfx *gfx, wisp_image handle) {
    const struct image *image = device_image(gfx, handle);
    if (!image) return 0;
    return image->picture ? gfx->pictures[image->picture - 1].image.revision : image->revision;
}

bool gfx_image_size(struct gfx *gfx, wisp_image handle, uint32_t *width, uint32_t *height) {
    const struct image *image = device_image(gfx, handle);
    if (gfx_image_state(gfx, handle) != WISP_GFX_READY) return false;
    if (image->picture) image = &gfx->pictures[image->picture - 1].image;
    *width = image->width;
    *height = image->height;
    return true;
}

bool image_defaults(struct gfx *gfx) {
    enum { SIDE = 16 };
    static const uint8_t white[2 * 4] = {255, 255, 255, 255, 255, 255, 255, 255};
    static const uint8_t colors[2][4] = {{255, 0, 255, 255}, {16, 0, 16, 255}};
    uint8_t checker[SIDE * SIDE * 4];
    for (size_t i = 0; i < (size_t)SIDE * SIDE; i++)
        for (size_t c = 0; c < 4; c++)
            checker[4 * i + c] = colors[((i % SIDE) / 8 + (i / SIDE) / 8) % 2][c];
    wisp_gfx_image_desc d = {
        .struct_size = sizeof d, .key = "gfx.white", .width = 1, .height = 1, .data = white};
    gfx->defaults[IMAGE_2D] = gfx_image(gfx, GFX_HOST, &d);
    d.key = "gfx.white array";
    d.layers = 2;
    gfx->defaults[IMAGE_ARRAY] = gfx_image(gfx, GFX_HOST, &d);
    d.key = "gfx.white volume";
    d.layers = 0;
    d.depth = 2;
    gfx->defaults[IMAGE_3D] = gfx_image(gfx, GFX_HOST, &d);
    d = (wisp_gfx_image_desc){.struct_size = sizeof d,
                              .key = "gfx.checker",
                              .format = WISP_FORMAT_SRGBA8,
                              .width = SIDE,
                              .height = SIDE,
                              .filter = WISP_FILTER_NEAREST,
                              .wrap = WISP_WRAP_REPEAT,
                              .data = checker};
    gfx->checker = gfx_image(gfx, GFX_HOST, &d);
    const float far_away = 1.0f;
    d = (wisp_gfx_image_desc){.struct_size = sizeof d,
                              .key = "gfx.lit",
                              .format = WISP_FORMAT_DEPTH,
                              .width = 1,
                              .height = 1,
                              .data = &far_away};
    gfx->lit = gfx_image(gfx, GFX_HOST, &d);
    return gfx_image_state(gfx, gfx->checker) == WISP_GFX_READY &&
           gfx_image_state(gfx, gfx->lit) == WISP_GFX_READY &&
           gfx_image_state(gfx, gfx->defaults[IMAGE_3D]) == WISP_GFX_READY &&
           gfx_image_state(gfx, gfx->defaults[IMAGE_ARRAY]) == WISP_GFX_READY &&
           gfx_image_state(gfx, gfx->defaults[IMAGE_2D]) == WISP_GFX_READY;
}
