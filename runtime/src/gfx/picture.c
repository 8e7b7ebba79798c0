/* SPDX-License-Identifier: MIT
 *
 * picture - image files as textures, decoded once for all who ask, and read again when they
 * change. One that cannot be read shows a magenta checker, and is told of once.
 */
#include "base/hash.h"
#include "base/path.h"
#include "base/status.h"
#include "gfx/device.h"
#include "gfx/image_decode.h"

#include <string.h>

static void free_text(struct gfx *gfx, char **text) {
    if (*text) alloc_free(gfx->allocator, *text, strlen(*text) + 1);
    *text = NULL;
}

static uint64_t hash_of(const wisp_gfx_image_desc *d) {
    const uint32_t parts[] = {d->format == WISP_FORMAT_R8, d->filter, d->wrap, d->mipmaps};
    uint64_t hash = hash_text(d->path) ^ hash_bytes64(parts, sizeof parts);
    return hash ? hash : 1;
}

/* Where the path is: as it stands when absolute, else below the first root that has it. */
static wisp_status read_file(struct gfx *gfx, struct picture *picture, unsigned char **bytes,
                             size_t *size) {
    wisp_status status = WISP_E_NOT_FOUND;
    bool absolute = path_is_absolute(picture->path);
    free_text(gfx, &picture->file);
    for (size_t i = 0; i < GFX_ROOTS_MOST && (absolute || gfx->asset_roots[i]); i++) {
        char path[PATH_SIZE], tidy[PATH_SIZE];
        if (path_join(path, sizeof path, absolute ? "" : gfx->asset_roots[i], picture->path) ||
            path_normalise(tidy, sizeof tidy, path))
            return WISP_E_LIMIT;
        if (gfx->files.read)
            status = gfx->files.read(gfx->files.user, gfx->allocator, tidy, GFX_IMAGE_FILE_MOST,
                                     bytes, size);
        if (status != WISP_E_NOT_FOUND || !picture->file) {
            free_text(gfx, &picture->file);
            picture->file = alloc_text(gfx->allocator, tidy);
        }
        if (status != WISP_E_NOT_FOUND || absolute) break;
    }
    return status;
}

/* One channel is enough for a mask: its luminance in linear light would surprise, so the values
 * of the first channel are taken as they are. */
static void keep_first_channel(struct decoded *image) {
    uint8_t *p = image->pixels;
    size_t count = (size_t)image->width * image->height;
    for (size_t i = 0; i < count; i++) p[i] = p[4 * i];
}

static bool make_texture(struct gfx *gfx, struct picture *picture, struct decoded *pixels,
                         struct image *next) {
    bool mask = picture->image.format == WISP_FORMAT_R8 && !pixels->is_float;
    *next = picture->image;
    next->name = 0;
    next->revision++;
    next->width = pixels->width;
    next->height = pixels->height;
    if (mask)
        keep_first_channel(pixels);
    else
        decoded_premultiply(pixels);
    next->format = pixels->is_float ? WISP_FORMAT_RGBA32F
                   : mask           ? WISP_FORMAT_R8
                                    : WISP_FORMAT_SRGBA8;
    bool ok = gfx->backend->image_make(gfx, next, pixels->pixels);
    /* What was asked for, for the next time. */
    next->format = picture->image.format;
    return ok;
}

/* Read, decode and upload beside what there is; swap when all went well. */
static bool load(struct gfx *gfx, struct picture *picture, struct diag_list *found) {
    unsigned char *bytes = NULL;
    size_t size = 0;
    struct decoded pixels = {0};
    struct image next;
    char words[200];
    wisp_status status = read_file(gfx, picture, &bytes, &size);
    if (status == WISP_E_LIMIT)
        str_copy(words, sizeof words, "the file is larger than 16 MiB");
    else if (status != WISP_OK)
        str_copy(words, sizeof words, status_text(status));
    else
        status = image_decode(gfx->allocator, bytes, size, &pixels, words, sizeof words);
    if (bytes) alloc_free(gfx->allocator, bytes, size + 1);
    if (status == WISP_OK) {
        if (make_texture(gfx, picture, &pixels, &next)) {
            if (picture->image.name) gfx->backend->image_end(gfx, &picture->image);
            picture->image = next;
        } else {
            status = WISP_E_GFX;
            str_copy(words, sizeof words, "the graphics driver refuses the texture");
        }
        decoded_free(&pixels);
    }
    picture->missing = status != WISP_OK && !picture->image.name;
    if (status == WISP_OK) return true;
    const char *file = picture->file ? picture->file : picture->path;
    diag_add(found, (struct diag_place){file, 0, 0, 0}, DIAG_ERROR, "image", "%s", words);
    return false;
}

static int32_t find_place(struct gfx *gfx) {
    for (size_t i = 0; i < gfx->picture_count; i++)
        if (!gfx->pictures[i].hash) return (int32_t)i;
    void *pictures = gfx->pictures;
    if (gfx->picture_count >= INT32_MAX ||
        !alloc_grow(gfx->allocator, &pictures, &gfx->picture_capacity, gfx->picture_count + 1,
                    sizeof *gfx->pictures))
        return -1;
    gfx->pictures = pictures;
    gfx->pictures[gfx->picture_count] = (struct picture){0};
    return (int32_t)gfx->picture_count++;
}

int32_t picture_use(struct gfx *gfx, const wisp_gfx_image_desc *d) {
    uint64_t hash = hash_of(d);
    for (size_t i = 0; i < gfx->picture_count; i++)
        if (gfx->pictures[i].hash == hash) {
            gfx->pictures[i].refs++;
            return (int32_t)i;
        }
    int32_t place = find_place(gfx);
    if (place < 0) return -1;
    struct picture *picture = &gfx->pictures[place];
    picture->path = alloc_text(gfx->allocator, d->path);
    if (!picture->path) return -1;
    picture->hash = hash;
    picture->refs = 1;
    picture->image = (struct image){.kind = IMAGE_2D,
                                    .format = d->format,
                                    .layers = 1,
                                    .depth = 1,
                                    .filter = d->filter,
                                    .wrap = d->wrap,
                                    .mipmaps = d->mipmaps};
    struct diag_list found;
    diag_list_init(&found, gfx->allocator);
    load(gfx, picture, &found);
    device_report(gfx, NULL, &found);
    return place;
}

static void end_picture(struct gfx *gfx, struct picture *picture) {
    if (picture->image.name) gfx->backend->image_end(gfx, &picture->image);
    free_text(gfx, &picture->path);
    free_text(gfx, &picture->file);
    *picture = (struct picture){0};
}

void picture_release(struct gfx *gfx, uint32_t index) {
    struct picture *picture = &gfx->pictures[index];
    if (picture->hash && --picture->refs == 0) end_picture(gfx, picture);
}

void picture_free_all(struct gfx *gfx) {
    for (size_t i = 0; i < gfx->picture_count; i++)
        if (gfx->pictures[i].hash) end_picture(gfx, &gfx->pictures[i]);
    alloc_free(gfx->allocator, gfx->pictures, gfx->picture_capacity * sizeof *gfx->pictures);
    gfx->pictures = NULL;
    gfx->picture_count = gfx->picture_capacity = 0;
}

void gfx_image_files(const struct gfx *gfx, void (*visit)(void *user, const char *path),
                     void *user) {
    for (size_t i = 0; i < gfx->picture_count; i++)
        if (gfx->pictures[i].hash && gfx->pictures[i].file) visit(user, gfx->pictures[i].file);
}

uint32_t gfx_reload_images(struct gfx *gfx, const char *const *changed, uint32_t count,
                           struct diag_list *diags) {
    uint32_t replaced = 0;
    stream_unmap(gfx);
    for (size_t i = 0; i < gfx->picture_count; i++) {
        struct picture *picture = &gfx->pictures[i];
        bool touched = count == 0;
        for (uint32_t k = 0; k < count && picture->file && !touched; k++)
            touched = strcmp(changed[k], picture->file) == 0;
        if (!picture->hash || !touched) continue;
        struct diag_list found;
        diag_list_init(&found, gfx->allocator);
        replaced += load(gfx, picture, &found);
        device_report(gfx, diags, &found);
    }
    return replaced;
}
