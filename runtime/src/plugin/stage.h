/* SPDX-License-Identifier: MIT
 *
 * Copies of plugins under names that are never used twice, checked before anything loads them.
 *
 * Each process has a folder of its own in the cache, made when it is first needed; folders of
 * processes that are gone are removed. A plugin that finds its libraries relative to itself
 * (RUNPATH with $ORIGIN) is copied beside the original instead, under STAGE_PREFIX.
 *
 * Ownership  A staged file belongs to the caller until stage_remove.
 * Errors     Diagnostics of file = the plugin's path.
 * Threads    Main.
 */
#ifndef PLUGIN_STAGE_H
#define PLUGIN_STAGE_H

#include "base/diag.h"
#include "base/hash.h"
#include "base/path.h"

#define STAGE_PREFIX ".wisp-stage-" /* A watcher ignores names that begin so. */
enum { STAGE_FILE_MOST = 256 << 20, STAGE_BUILD_ID = 32 };

struct stage {
    const struct allocator *allocator;
    const char *cache; /* NULL: the user's. Lent. */
    bool keep;         /* stage_remove leaves the file until stage_end. */
    uint64_t serial;
    char folder[PATH_SIZE]; /* "" until it is needed. */
};

/* What the ELF check found that matters later. */
struct staged {
    char path[PATH_SIZE];
    struct hash128 hash; /* Of the content. */
    uint8_t build_id[STAGE_BUILD_ID];
    size_t build_id_size;
    bool unique, nodelete, static_tls, has_tls, own_folder;
    char unique_name[64]; /* The first STB_GNU_UNIQUE symbol, or "". */
};

void stage_begin(struct stage *stage, const struct allocator *allocator, const char *cache,
                 bool keep);
void stage_end(struct stage *stage);

/* Read, check, copy. ELF and symbol problems are "plugin-elf" and "plugin-symbol". ms (may be
 * NULL) gets the milliseconds of copying and of checking. */
wisp_status stage_file(struct stage *stage, const char *path, const char *id,
                       uint32_t generation, struct staged *out, struct diag_list *diags,
                       double ms[2]);
void stage_remove(struct stage *stage, const struct staged *staged);

#endif
