/* SPDX-License-Identifier: MIT */
#include "plugin/assets.h"

const wisp_mesh *assets_mesh(struct assets *assets, const char *path, uint32_t *revision) {
    (void)assets, (void)path, (void)revision;
    return NULL;
}
const wisp_pixels *assets_pixels(struct assets *assets, const char *path, uint32_t *revision) {
    (void)assets, (void)path, (void)revision;
    return NULL;
}
const void *assets_bytes(struct assets *assets, const char *path, size_t *size,
                         uint32_t *revision) {
    (void)assets, (void)path, (void)revision, (void)size;
    return NULL;
}
const wisp_sdf *assets_sdf(struct assets *assets, const char *path, float cell,
                           uint32_t *revision) {
    (void)assets, (void)path, (void)revision, (void)cell;
    return NULL;
}

wisp_status assets_create(const struct assets_config *config, struct assets **out) {
    (void)config;
    *out = NULL;
    return WISP_OK;
}
void assets_destroy(struct assets *assets) { (void)assets; }
