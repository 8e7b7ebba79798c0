/* SPDX-License-Identifier: MIT */
#include "plugin/assets.h"
#include "plugin/run.h"

static const wisp_mesh *find_mesh(wisp_instance *self, const char *path, uint32_t *revision) {
    struct assets *assets = run_of(self)->env->assets;
    return assets && path ? assets_mesh(assets, path, revision) : NULL;
}

static const wisp_pixels *find_pixels(wisp_instance *self, const char *path,
                                      uint32_t *revision) {
    struct assets *assets = run_of(self)->env->assets;
    return assets && path ? assets_pixels(assets, path, revision) : NULL;
}

static const void *find_bytes(wisp_instance *self, const char *path, size_t *size,
                              uint32_t *revision) {
    struct assets *assets = run_of(self)->env->assets;
    return assets && path ? assets_bytes(assets, path, size, revision) : NULL;
}

static const wisp_sdf *find_sdf(wisp_instance *self, const char *path, float cell,
                                uint32_t *revision) {
    struct assets *assets = run_of(self)->env->assets;
    return assets && path ? assets_sdf(assets, path, cell, revision) : NULL;
}

const wisp_assets_1 services_assets = {.struct_size = sizeof services_assets,
                                       .mesh = find_mesh,
                                       .pixels = find_pixels,
                                       .bytes = find_bytes,
                                       .sdf = find_sdf};
