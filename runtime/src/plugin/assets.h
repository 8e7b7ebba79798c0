/* SPDX-License-Identifier: MIT
 *
 * Files that effects and bodies are made of, decoded once and kept: meshes, pixels, bytes,
 * distance grids.
 *
 * A path is looked for below each root in order and never leaves it. A file that turns bad
 * keeps its last good content; one that was never good is NULL until it changes.
 *
 * Units      As wisp_assets_1: meshes in the file's units, pixels linear RGBA.
 * Ownership  Contents are lent until the file changes or the assets end; after a change the old
 *            content lives on until assets_collect.
 * Errors     NULL, with a diagnostic once per content.
 * Threads    Main.
 */
#ifndef PLUGIN_ASSETS_H
#define PLUGIN_ASSETS_H

#include "base/diag.h"
#include "base/log.h"
#include <wisp/effect.h>

struct assets;

enum { ASSET_FILE_MOST = 64 << 20 };

struct assets_config {
    const struct allocator *allocator;
    struct log *log;
    const char *const *roots;
    uint32_t root_count;
    /* Problems as they are found. NULL: they go to the log. */
    void (*report)(void *user, const struct diag *diag);
    void *user;
};

wisp_status assets_create(const struct assets_config *config, struct assets **out);
void assets_destroy(struct assets *assets); /* NULL is fine. */

/* revision may be NULL. */
const wisp_mesh *assets_mesh(struct assets *assets, const char *path, uint32_t *revision);
const wisp_pixels *assets_pixels(struct assets *assets, const char *path, uint32_t *revision);
const void *assets_bytes(struct assets *assets, const char *path, size_t *size,
                         uint32_t *revision);
/* The distance grid of a closed mesh; cell in the mesh's units, made larger when the grid would
 * have more than 2^21 cells. */
const wisp_sdf *assets_sdf(struct assets *assets, const char *path, float cell,
                           uint32_t *revision);

/* Files in use, or sought and missing: for a watcher. */
void assets_files(const struct assets *assets, void (*visit)(void *user, const char *path),
                  void *user);
/* One of those files changed. True: something that is in use is another now. */
bool assets_changed(struct assets *assets, const char *path);
/* Free contents that were replaced, when nobody can be reading them any more. */
void assets_collect(struct assets *assets);

#endif
