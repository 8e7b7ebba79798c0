/* SPDX-License-Identifier: MIT */
#include "plugin/assets.h"

#include "base/path.h"
#include "base/status.h"
#include "gfx/image_decode.h"
#include "os/file.h"
#include "plugin/mesh_obj.h"
#include "plugin/sdf.h"
#include <string.h>

enum asset_kind { ASSET_MESH = 1, ASSET_PIXELS, ASSET_BYTES, ASSET_SDF };

/* One version of what a file holds. */
struct content {
    struct content *next; /* Among those retired. */
    struct mesh mesh;
    struct sdf sdf;
    struct file_data bytes;
    wisp_pixels pixels;
    float *rgba;
    size_t rgba_bytes;
};

struct asset {
    struct asset *next;
    enum asset_kind kind;
    float cell;
    uint32_t revision; /* 0: never good */
    struct content *now;
    char path[PATH_SIZE];
};

struct assets {
    const struct allocator *allocator;
    struct log *log;
    struct arena lasting;
    const char **roots;
    uint32_t root_count;
    void (*report)(void *user, const struct diag *diag);
    void *user;
    struct asset *first;
    struct content *retired;
};

wisp_status assets_create(const struct assets_config *config, struct assets **out) {
    struct assets *a = alloc_zero(config->allocator, sizeof *a);
    if (!a) return WISP_E_NOMEM;
    a->allocator = config->allocator;
    a->log = config->log;
    a->report = config->report;
    a->user = config->user;
    arena_init(&a->lasting, a->allocator, 4096, 0);
    a->roots = arena_push_array(&a->lasting, config->root_count + 1, sizeof *a->roots, 0);
    for (uint32_t i = 0; a->roots && i < config->root_count; i++) {
        a->roots[i] = arena_text(&a->lasting, config->roots[i]);
        if (!a->roots[i]) break;
        a->root_count++;
    }
    if (!a->roots || a->root_count < config->root_count) {
        assets_destroy(a);
        return WISP_E_NOMEM;
    }
    *out = a;
    return WISP_OK;
}

static void content_free(struct assets *a, struct content *c) {
    if (!c) return;
    mesh_free(&c->mesh);
    sdf_free(&c->sdf);
    if (c->bytes.bytes) file_data_free(&c->bytes);
    alloc_free(a->allocator, c->rgba, c->rgba_bytes);
    alloc_free(a->allocator, c, sizeof *c);
}

void assets_collect(struct assets *assets) {
    while (assets->retired) {
        struct content *c = assets->retired;
        assets->retired = c->next;
        content_free(assets, c);
    }
}

void assets_destroy(struct assets *assets) {
    if (!assets) return;
    assets_collect(assets);
    while (assets->first) {
        struct asset *asset = assets->first;
        assets->first = asset->next;
        content_free(assets, asset->now);
        alloc_free(assets->allocator, asset, sizeof *asset);
    }
    arena_drop(&assets->lasting);
    alloc_free(assets->allocator, assets, sizeof *assets);
}

/* ---- Reading ---- */

static void tell(struct assets *a, const struct diag_list *diags) {
    for (size_t i = 0; i < diags->count; i++) {
        if (a->report) {
            a->report(a->user, &diags->items[i]);
            continue;
        }
        struct strbuf text;
        strbuf_init(&text, a->allocator);
        diag_write(&diags->items[i], &text);
        if (text.length > 0) text.data[text.length - 1] = 0; /* The log ends lines itself. */
        log_text(a->log, LOG_LEVEL_ERROR, "assets", strbuf_text(&text));
        strbuf_free(&text);
    }
}

static wisp_status refuse(struct diag_list *diags, const char *path, const char *code,
                          wisp_status status, const char *words) {
    diag_add(diags, (struct diag_place){.file = path}, DIAG_ERROR, code, "%s", words);
    return status;
}

static wisp_status read_pixels(struct assets *a, const char *path, const struct file_data *file,
                               struct content *c, struct diag_list *diags) {
    struct decoded image;
    char words[256] = "";
    wisp_status status =
        image_decode(a->allocator, file->bytes, file->size, &image, words, sizeof words);
    if (status < 0) return refuse(diags, path, "image", status, words);
    size_t count = 4 * (size_t)image.width * image.height;
    c->rgba_bytes = count * sizeof *c->rgba;
    c->rgba = alloc_bytes(a->allocator, c->rgba_bytes);
    if (c->rgba && image.is_float) {
        memcpy(c->rgba, image.pixels, c->rgba_bytes);
    } else if (c->rgba) {
        const uint8_t *bytes = image.pixels;
        for (size_t i = 0; i < count; i++)
            c->rgba[i] = i % 4 == 3 ? (float)bytes[i] / 255.0f : srgb_to_linear(bytes[i]);
    }
    c->pixels = (wisp_pixels){.struct_size = sizeof c->pixels,
                              .width = image.width,
                              .height = image.height,
                              .rgba = c->rgba};
    decoded_free(&image);
    return c->rgba ? WISP_OK : refuse(diags, path, "image", WISP_E_NOMEM, "out of memory");
}

static wisp_status read_sdf(struct assets *a, const struct asset *asset, struct content *c,
                            struct diag_list *diags) {
    wisp_status status = sdf_build(a->allocator, &c->mesh.view, asset->cell, &c->sdf);
    if (status < 0) return refuse(diags, asset->path, "mesh", status, status_text(status));
    if (c->sdf.open)
        diag_add(diags, (struct diag_place){.file = asset->path}, DIAG_WARNING, "mesh-open",
                 "the mesh is not closed: it collides as a thin shell");
    return WISP_OK;
}

/* A path as seen from a root; NULL: it is not beneath it. Scripts resolve names to whole paths. */
static const char *from_root(const char *root, const char *path) {
    size_t n = strlen(root);
    while (n > 1 && root[n - 1] == '/') n--;
    if (strncmp(root, path, n) == 0 && path[n] == '/') return path + n + 1;
    return path_is_absolute(path) ? NULL : path;
}

static wisp_status read_content(struct assets *a, const struct asset *asset, struct content *c,
                                struct diag_list *diags) {
    struct file_data file;
    wisp_status status = WISP_E_NOT_FOUND;
    for (uint32_t i = 0; i < a->root_count && status == WISP_E_NOT_FOUND; i++) {
        const char *path = from_root(a->roots[i], asset->path);
        if (path)
            status = file_read_beneath(a->allocator, a->roots[i], path, ASSET_FILE_MOST, &file);
    }
    if (status < 0) return refuse(diags, asset->path, "asset", status, status_text(status));
    if (asset->kind == ASSET_BYTES) {
        c->bytes = file;
        return WISP_OK;
    }
    if (asset->kind == ASSET_PIXELS)
        status = read_pixels(a, asset->path, &file, c, diags);
    else
        status = mesh_parse_obj(a->allocator, asset->path, (const char *)file.bytes, file.size,
                                &c->mesh, diags);
    file_data_free(&file);
    if (status >= 0 && asset->kind == ASSET_SDF) status = read_sdf(a, asset, c, diags);
    return status;
}

/* Take the file as it is now; what was good before stays when it is bad. */
static bool refresh(struct assets *a, struct asset *asset) {
    struct diag_list diags;
    struct content *c = alloc_zero(a->allocator, sizeof *c);
    if (!c) return false;
    diag_list_init(&diags, a->allocator);
    wisp_status status = read_content(a, asset, c, &diags);
    tell(a, &diags);
    diag_list_free(&diags);
    if (status < 0) {
        content_free(a, c);
        return false;
    }
    if (asset->now) {
        asset->now->next = a->retired;
        a->retired = asset->now;
    }
    asset->now = c;
    asset->revision++;
    return true;
}

static const struct content *find(struct assets *a, enum asset_kind kind, const char *path,
                                  float cell, uint32_t *revision) {
    struct asset *asset = a->first;
    while (asset && (asset->kind != kind || strcmp(asset->path, path) != 0 ||
                     asset->cell < cell || asset->cell > cell))
        asset = asset->next;
    if (!asset && *path) {
        asset = alloc_zero(a->allocator, sizeof *asset);
        if (!asset) return NULL;
        asset->kind = kind;
        asset->cell = cell;
        str_copy(asset->path, sizeof asset->path, path);
        asset->next = a->first;
        a->first = asset;
        refresh(a, asset);
    }
    if (revision) *revision = asset ? asset->revision : 0;
    return asset ? asset->now : NULL;
}

const wisp_mesh *assets_mesh(struct assets *assets, const char *path, uint32_t *revision) {
    const struct content *c = find(assets, ASSET_MESH, path, 0, revision);
    return c ? &c->mesh.view : NULL;
}

const wisp_pixels *assets_pixels(struct assets *assets, const char *path, uint32_t *revision) {
    const struct content *c = find(assets, ASSET_PIXELS, path, 0, revision);
    return c ? &c->pixels : NULL;
}

const void *assets_bytes(struct assets *assets, const char *path, size_t *size,
                         uint32_t *revision) {
    const struct content *c = find(assets, ASSET_BYTES, path, 0, revision);
    if (size) *size = c ? c->bytes.size : 0;
    return c ? c->bytes.bytes : NULL;
}

const wisp_sdf *assets_sdf(struct assets *assets, const char *path, float cell,
                           uint32_t *revision) {
    if (!(cell > 0)) return NULL;
    const struct content *c = find(assets, ASSET_SDF, path, cell, revision);
    return c ? &c->sdf.view : NULL;
}

/* ---- Changes ---- */

void assets_files(const struct assets *assets, void (*visit)(void *user, const char *path),
                  void *user) {
    char full[PATH_SIZE];
    for (const struct asset *asset = assets->first; asset; asset = asset->next)
        for (uint32_t i = 0; i < assets->root_count; i++)
            if (path_join(full, sizeof full, assets->roots[i], asset->path) >= 0)
                visit(user, full);
}

bool assets_changed(struct assets *assets, const char *path) {
    char full[PATH_SIZE];
    bool changed = false;
    for (struct asset *asset = assets->first; asset; asset = asset->next)
        for (uint32_t i = 0; i < assets->root_count; i++)
            if (path_join(full, sizeof full, assets->roots[i], asset->path) >= 0 &&
                strcmp(full, path) == 0)
                changed = refresh(assets, asset) || changed;
    return changed;
}
