/* SPDX-License-Identifier: MIT
 *
 * builds - copies of the plugin builds that ran, so that one which crashes can be replaced by
 * the one before it, even though the user's file holds the bad one.
 *
 * Ownership  The list lies in memory that parent and workers share; the copies lie in a folder
 *            that the parent makes and removes.
 * Threads    One at a time: the worker's.
 */
#ifndef APP_BUILDS_H
#define APP_BUILDS_H

#include "base/alloc.h"
#include "base/hash.h"
#include "base/path.h"
#include "plugin/registry.h"

enum { BUILDS_MOST = 64, BUILDS_QUARANTINE_MOST = 32, BUILDS_FILE_MOST = 256 << 20 };

struct build {
    char id[32];
    struct hash128 hash;
};

struct quarantined {
    struct hash128 hash;
    bool never_load; /* it crashed while it was being loaded */
};

struct builds {
    char folder[PATH_SIZE];          /* "": nothing is kept */
    struct build items[BUILDS_MOST]; /* oldest first */
    uint32_t count;
    struct quarantined bad[BUILDS_QUARANTINE_MOST];
    uint32_t bad_count;
};

/* Never run this one again. */
void builds_quarantine(struct builds *builds, struct hash128 hash, bool never_load);
/* This image runs: keep a copy of it. */
void builds_keep(struct builds *builds, const struct allocator *allocator,
                 const struct image *image);
/* Put the newest good build of each quarantined id into folder/good as <id>.so, for the
 * registry to find. Writes the path of that folder, "" when nothing is kept. */
void builds_restore(const struct builds *builds, char out[PATH_SIZE]);
/* Tell the registry what not to run. */
void builds_apply(const struct builds *builds, struct registry *registry);

#endif
