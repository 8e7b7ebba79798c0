/* SPDX-License-Identifier: MIT
 *
 * The effects that can be had: found by file name in a list of folders, or linked in.
 *
 * A file <id>.so is an effect of that id; the first folder that has one wins, and what is
 * linked in wins over files. Nothing is loaded before it is asked for. A file is never mapped
 * itself: its bytes are read, checked, copied to a name that is never used again, and the copy
 * is loaded, so whatever happens to the user's file cannot reach running code.
 *
 * Ownership  Images are counted: whoever keeps one retains it. Types live as long as the
 *            registry.
 * Errors     Diagnostics with file = the plugin's path, all that is wrong at once.
 * Threads    Main.
 */
#ifndef PLUGIN_REGISTRY_H
#define PLUGIN_REGISTRY_H

#include "base/diag.h"
#include "base/hash.h"
#include "base/log.h"
#include "plugin/effect_type.h"

struct registry;
struct image;
struct plugin_trace;

struct registry_config {
    const struct allocator *allocator;
    struct log *log;
    const char *const *folders; /* In search order; ones that do not exist are skipped. */
    uint32_t folder_count;
    const wisp_effect *const *linked; /* Tables that are part of the program. */
    uint32_t linked_count;
    const char *cache;          /* Folder for staged copies; NULL: the user's cache folder. */
    struct plugin_trace *trace; /* NULL is fine. */
    bool keep_stage;            /* Leave the copies on disk while loaded, for debuggers. */
};

wisp_status registry_create(const struct registry_config *config, struct registry **out);
void registry_destroy(struct registry *registry); /* After all instances. NULL is fine. */

/* Look into the folders again: files may have come or gone. Loaded images stay. True when the
 * set of ids changed. */
bool registry_rescan(struct registry *registry);

/* Ids by name, without loading anything. */
uint32_t registry_count(const struct registry *registry);
const char *registry_id(const struct registry *registry, uint32_t index);
bool registry_has(const struct registry *registry, const char *id);
/* The nearest id to a wrong one, or NULL. */
const char *registry_suggest(const struct registry *registry, const char *id);
/* Where it would be loaded from: NULL when unknown or linked in. */
const char *registry_path(const struct registry *registry, const char *id);
/* The id that a file of one of the folders stands for, or NULL: not an effect of ours. */
const char *registry_id_of_path(const struct registry *registry, const char *path);

/* The current image of an effect, loaded on the first call. NULL: diags say why (each call says
 * it again). Lent: retain it to keep it. */
struct image *registry_load(struct registry *registry, const char *id, struct diag_list *diags);
/* Load all. Returns how many failed. */
uint32_t registry_load_all(struct registry *registry, struct diag_list *diags);
/* The type of the current image, as registry_load. */
const struct effect_type *registry_type(struct registry *registry, const char *id,
                                        struct diag_list *diags);

/* A build, by the hash of its file, that crashed a process before this one. registry_load then
 * takes the next folder's file of that id. When there is none, it is loaded to know its table
 * but its instances are suspended from the start; with never_load it is refused. */
wisp_status registry_avoid(struct registry *registry, struct hash128 hash, bool never_load);

/* Numbers for gfx ledgers and the like: never 0, never the same twice. */
uint32_t registry_next_owner(struct registry *registry);

/* ---- One loaded generation ---- */

void image_retain(struct image *image);
/* The last release closes it, unless it is pinned: then it is listed as resident. */
void image_release(struct image *image);
const wisp_effect *image_entry(const struct image *image);
const struct effect_type *image_type(const struct image *image);
uint32_t image_generation(const struct image *image); /* 1, 2, ... per id; 0 when linked in. */
struct hash128 image_hash(const struct image *image); /* Of the file; zero when linked in. */
const char *image_path(const struct image *image); /* The user's file; NULL when linked in. */

/* A table alone, checked and wrapped: for tests and embedding. NULL: diags say why. The caller
 * holds one count. */
struct image *image_linked(struct registry *registry, const wisp_effect *entry,
                           struct diag_list *diags);

/* Images that could not be unloaded. */
struct resident {
    const char *id;
    uint32_t generation;
    const char *cause; /* "gnu_unique", "tls", "nodelete", "threads", "busy", "kept" */
};
uint32_t registry_resident_count(const struct registry *registry);
struct resident registry_resident(const struct registry *registry, uint32_t index);

#endif
