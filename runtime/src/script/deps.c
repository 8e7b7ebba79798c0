/* SPDX-License-Identifier: MIT
 *
 * deps - see deps.h.
 */
#include "script/deps.h"

#include "base/str.h"

void script_deps_init(struct script_deps *deps, const struct allocator *allocator) {
    *deps = (struct script_deps){.items = NULL};
    arena_init(&deps->arena, allocator, 4096, 0);
}

void script_deps_free(struct script_deps *deps) {
    alloc_free(deps->arena.allocator, deps->items, deps->capacity * sizeof *deps->items);
    arena_drop(&deps->arena);
    deps->items = NULL;
    deps->count = deps->capacity = 0;
}

void script_deps_clear(struct script_deps *deps) {
    arena_reset(&deps->arena);
    deps->count = deps->lost = 0;
}

static struct script_dep *find(const struct script_deps *deps, const char *path) {
    for (size_t i = 0; i < deps->count; i++)
        if (str_equal(deps->items[i].path, path)) return &deps->items[i];
    return NULL;
}

const struct script_dep *script_deps_find(const struct script_deps *deps, const char *path) {
    return find(deps, path);
}

void script_deps_add(struct script_deps *deps, const struct script_dep *dep) {
    if (!deps) return;
    struct script_dep *old = find(deps, dep->path);
    if (old) {
        const char *path = old->path;
        *old = *dep;
        old->path = path;
        return;
    }
    void *items = deps->items;
    bool room = alloc_grow(deps->arena.allocator, &items, &deps->capacity, deps->count + 1,
                           sizeof *deps->items);
    deps->items = items;
    const char *path = room ? arena_text(&deps->arena, dep->path) : NULL;
    if (!path) {
        deps->lost++;
        return;
    }
    deps->items[deps->count] = *dep;
    deps->items[deps->count++].path = path;
}
