/* SPDX-License-Identifier: MIT
 *
 * deps - every file a load opened or tried to open, so that a change to any of them is noticed.
 *
 * Ownership  Paths live in the list until script_deps_free.
 * Errors     Without memory a path is lost and `lost` counts it.
 * Threads    One at a time.
 */
#ifndef SCRIPT_DEPS_H
#define SCRIPT_DEPS_H

#include "base/arena.h"
#include "base/hash.h"

enum dep_kind { DEP_SCRIPT = 1, DEP_ASSET };

struct script_dep {
    const char *path; /* as it can be opened: joined to the scene's folder */
    enum dep_kind kind;
    bool found;
    struct hash128 hash; /* of a script that was read; zero for assets and missing files */
};

struct script_deps {
    struct arena arena;
    struct script_dep *items;
    size_t count, capacity, lost;
};

void script_deps_init(struct script_deps *deps, const struct allocator *allocator);
void script_deps_free(struct script_deps *deps);
void script_deps_clear(struct script_deps *deps);

/* Each path once; a later add for the same path overwrites what is known about it. NULL is
 * accepted and does nothing. */
void script_deps_add(struct script_deps *deps, const struct script_dep *dep);

/* NULL when path is not in the list. */
const struct script_dep *script_deps_find(const struct script_deps *deps, const char *path);

#endif
