/* SPDX-License-Identifier: MIT */
#include "plugin/registry.h"

#include "base/suggest.h"
#include "os/file.h"
#include "plugin/entry.h"
#include "plugin/image.h"
#include "plugin/instance_own.h"
#include <string.h>

/* ---- Slots, kept by id ---- */

static uint32_t place_of(const struct registry *r, const char *id, bool *found) {
    uint32_t low = 0, high = r->slot_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (strcmp(r->slots[middle]->id, id) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    *found = low < r->slot_count && strcmp(r->slots[low]->id, id) == 0;
    return low;
}

struct slot *registry_slot(const struct registry *registry, const char *id) {
    bool found;
    uint32_t at = place_of(registry, id, &found);
    return found ? registry->slots[at] : NULL;
}

static struct slot *add_slot(struct registry *r, const char *id) {
    bool found;
    uint32_t at = place_of(r, id, &found);
    if (found) return r->slots[at];
    void *slots = r->slots;
    if (!alloc_grow(r->allocator, &slots, &r->slot_capacity, r->slot_count + 1,
                    sizeof *r->slots))
        return NULL;
    r->slots = slots;
    struct slot *slot = alloc_zero(r->allocator, sizeof *slot);
    if (!slot) return NULL;
    str_copy(slot->id, sizeof slot->id, id);
    memmove(&r->slots[at + 1], &r->slots[at], (r->slot_count - at) * sizeof *r->slots);
    r->slots[at] = slot;
    r->slot_count++;
    return slot;
}

static void remove_slot(struct registry *r, uint32_t at) {
    image_release(r->slots[at]->current);
    alloc_free(r->allocator, r->slots[at], sizeof *r->slots[at]);
    r->slot_count--;
    memmove(&r->slots[at], &r->slots[at + 1], (r->slot_count - at) * sizeof *r->slots);
}

/* "snow.so" -> "snow"; false when it is no effect's file name. */
static bool id_of_name(const char *name, char id[ENTRY_KEY]) {
    size_t length = strlen(name);
    if (!str_ends(name, ".so") || length - 3 >= ENTRY_KEY) return false;
    memcpy(id, name, length - 3);
    id[length - 3] = 0;
    return entry_name_is_valid(id);
}

/* ---- Folders ---- */

static bool look_into(struct registry *r, const char *folder) {
    struct file_list list;
    char id[ENTRY_KEY], path[PATH_SIZE];
    bool changed = false;
    if (file_list(r->allocator, folder, &list) < 0) return false;
    for (size_t i = 0; i < list.count; i++) {
        if (!id_of_name(list.names[i], id)) continue;
        if (path_join(path, sizeof path, folder, list.names[i]) < 0) continue;
        struct slot *slot = registry_slot(r, id);
        changed = changed || !slot;
        if (!slot) slot = add_slot(r, id);
        if (slot && !slot->linked && !slot->path[0])
            str_copy(slot->path, sizeof slot->path, path);
    }
    file_list_free(&list);
    return changed;
}

bool registry_rescan(struct registry *registry) {
    bool changed = false;
    for (uint32_t i = 0; i < registry->slot_count; i++) registry->slots[i]->path[0] = 0;
    for (uint32_t i = 0; i < registry->folder_count; i++)
        changed = look_into(registry, registry->folders[i]) || changed;
    for (uint32_t i = registry->slot_count; i-- > 0;) {
        const struct slot *slot = registry->slots[i];
        if (slot->linked || slot->path[0] || slot->current) continue;
        remove_slot(registry, i);
        changed = true;
    }
    return changed;
}

/* ---- Life ---- */

static bool copy_folders(struct registry *r, const struct registry_config *config) {
    r->folders = arena_push_array(&r->lasting, config->folder_count + 1, sizeof *r->folders, 0);
    if (!r->folders) return false;
    for (uint32_t i = 0; i < config->folder_count; i++) {
        r->folders[i] = arena_text(&r->lasting, config->folders[i]);
        if (!r->folders[i]) return false;
        r->folder_count++;
    }
    return true;
}

static bool add_linked(struct registry *r, const struct registry_config *config) {
    for (uint32_t i = 0; i < config->linked_count; i++) {
        const wisp_effect *entry = config->linked[i];
        if (entry->magic != WISP_ABI_MAGIC || entry->abi_major != WISP_ABI_MAJOR ||
            !entry_name_is_valid(entry->id))
            continue;
        struct slot *slot = add_slot(r, entry->id);
        if (!slot) return false;
        slot->linked = entry;
    }
    return true;
}

wisp_status registry_create(const struct registry_config *config, struct registry **out) {
    struct registry *r = alloc_zero(config->allocator, sizeof *r);
    if (!r) return WISP_E_NOMEM;
    r->allocator = config->allocator;
    r->log = config->log;
    r->trace = config->trace;
    arena_init(&r->lasting, r->allocator, 16 * 1024, 0);
    const char *cache = config->cache ? arena_text(&r->lasting, config->cache) : NULL;
    stage_begin(&r->stage, r->allocator, cache, config->keep_stage);
    if ((config->cache && !cache) || !copy_folders(r, config) || !add_linked(r, config)) {
        registry_destroy(r);
        return WISP_E_NOMEM;
    }
    registry_rescan(r);
    *out = r;
    return WISP_OK;
}

void registry_destroy(struct registry *registry) {
    if (!registry) return;
    registry->closed = NULL;
    while (registry->slot_count > 0) remove_slot(registry, registry->slot_count - 1);
    alloc_free(registry->allocator, registry->slots,
               registry->slot_capacity * sizeof *registry->slots);
    alloc_free(registry->allocator, registry->residents,
               registry->resident_capacity * sizeof *registry->residents);
    alloc_free(registry->allocator, registry->avoided,
               registry->avoided_capacity * sizeof *registry->avoided);
    stage_end(&registry->stage);
    arena_drop(&registry->lasting);
    alloc_free(registry->allocator, registry, sizeof *registry);
}

/* ---- Names ---- */

uint32_t registry_count(const struct registry *registry) { return registry->slot_count; }

const char *registry_id(const struct registry *registry, uint32_t index) {
    return index < registry->slot_count ? registry->slots[index]->id : NULL;
}

bool registry_has(const struct registry *registry, const char *id) {
    return registry_slot(registry, id) != NULL;
}

const char *registry_suggest(const struct registry *registry, const char *id) {
    const char *best = NULL;
    size_t least = SIZE_MAX;
    /* One name at a time, so that no list has to be made. */
    for (uint32_t i = 0; i < registry->slot_count; i++) {
        const char *name = registry->slots[i]->id;
        size_t distance = suggest_distance(id, name);
        if (distance < least && suggest_name(id, &name, 1, NULL, 0)) {
            least = distance;
            best = name;
        }
    }
    return best;
}

const char *registry_path(const struct registry *registry, const char *id) {
    const struct slot *slot = registry_slot(registry, id);
    return slot && slot->path[0] ? slot->path : NULL;
}

const char *registry_id_of_path(const struct registry *registry, const char *path) {
    char id[ENTRY_KEY];
    if (!id_of_name(path_basename(path), id)) return NULL;
    const struct slot *slot = registry_slot(registry, id);
    return slot && strcmp(slot->path, path) == 0 ? slot->id : NULL;
}

/* ---- Loading ---- */

const struct effect_type *registry_intern(struct registry *registry, const wisp_effect *entry) {
    struct arena_mark mark = arena_mark(&registry->lasting);
    struct effect_type *type = effect_type_copy(&registry->lasting, entry);
    if (!type) {
        arena_rewind(&registry->lasting, mark);
        return NULL;
    }
    for (const struct type_node *n = registry->types; n; n = n->next) {
        if (n->type->hash != type->hash || strcmp(n->type->id, type->id) != 0) continue;
        arena_rewind(&registry->lasting, mark);
        return n->type;
    }
    struct type_node *node = arena_push(&registry->lasting, sizeof *node, 0);
    if (!node) {
        arena_rewind(&registry->lasting, mark);
        return NULL;
    }
    *node = (struct type_node){.type = type, .next = registry->types};
    registry->types = node;
    return type;
}

void registry_set_current(struct registry *registry, struct slot *slot, struct image *image) {
    (void)registry;
    struct image *old = slot->current;
    slot->current = image;
    if (image) image->was_current = true;
    image_release(old);
}

wisp_status registry_avoid(struct registry *registry, struct hash128 hash, bool never_load) {
    void *items = registry->avoided;
    if (!alloc_grow(registry->allocator, &items, &registry->avoided_capacity,
                    registry->avoided_count + 1, sizeof *registry->avoided))
        return WISP_E_NOMEM;
    registry->avoided = items;
    registry->avoided[registry->avoided_count++] = (struct avoided){hash, never_load};
    return WISP_OK;
}

static const struct avoided *find_avoided(const struct registry *r, struct hash128 hash) {
    for (uint32_t i = 0; i < r->avoided_count; i++)
        if (hash128_equal(r->avoided[i].hash, hash)) return &r->avoided[i];
    return NULL;
}

/* The same id in a folder after that of the slot's path, staged: a build that is not avoided.
 */
static bool stage_other(struct registry *r, struct slot *slot, struct staged *out) {
    char name[ENTRY_KEY + 4], path[PATH_SIZE];
    struct diag_list ignored;
    bool found = false;
    str_format(name, sizeof name, "%s.so", slot->id);
    diag_list_init(&ignored, r->allocator);
    for (uint32_t i = 0; i < r->folder_count && !found; i++) {
        if (path_join(path, sizeof path, r->folders[i], name) < 0 || !file_exists(path) ||
            strcmp(path, slot->path) == 0 ||
            stage_file(&r->stage, path, slot->id, slot->generations + 1, out, &ignored, NULL) <
                0)
            continue;
        found = !find_avoided(r, out->hash);
        if (!found) stage_remove(&r->stage, out);
    }
    diag_list_free(&ignored);
    return found;
}

/* staged is an avoided build: put another in its place when there is one. */
static bool replace_avoided(struct registry *r, struct slot *slot, const struct avoided *why,
                            struct staged *staged, struct diag_list *diags) {
    struct staged other;
    if (stage_other(r, slot, &other)) {
        stage_remove(&r->stage, staged);
        *staged = other;
        return true;
    }
    if (!why->never_load) return true;
    stage_remove(&r->stage, staged);
    diag_add(diags, (struct diag_place){.file = slot->path}, DIAG_ERROR, "plugin-quarantined",
             "this build crashed while it was being loaded; it is not tried again");
    return false;
}

static struct image *load_file(struct registry *r, struct slot *slot, struct diag_list *diags) {
    struct staged staged;
    uint32_t generation = slot->generations + 1;
    if (stage_file(&r->stage, slot->path, slot->id, generation, &staged, diags, NULL) < 0)
        return NULL;
    const struct avoided *why = find_avoided(r, staged.hash);
    if (why && !replace_avoided(r, slot, why, &staged, diags)) return NULL;
    struct image *image = image_open(r, slot->id, slot->path, generation, &staged, diags);
    if (!image) return NULL;
    slot->generations = generation;
    image->was_current = true;
    image->avoided = find_avoided(r, staged.hash) != NULL;
    return image;
}

struct image *registry_load(struct registry *registry, const char *id,
                            struct diag_list *diags) {
    struct slot *slot = registry_slot(registry, id);
    if (!slot) {
        struct diag *d = diag_add(diags, (struct diag_place){.file = id}, DIAG_ERROR,
                                  "unknown-effect", "there is no effect \"%s\"", id);
        const char *near = registry_suggest(registry, id);
        if (near) diag_suggest(diags, d, near);
        return NULL;
    }
    if (!slot->current)
        slot->current = slot->linked ? image_linked(registry, slot->linked, diags)
                                     : load_file(registry, slot, diags);
    slot->failed = !slot->current;
    return slot->current;
}

uint32_t registry_load_all(struct registry *registry, struct diag_list *diags) {
    uint32_t failed = 0;
    for (uint32_t i = 0; i < registry->slot_count; i++)
        if (!registry_load(registry, registry->slots[i]->id, diags)) failed++;
    return failed;
}

const struct effect_type *registry_type(struct registry *registry, const char *id,
                                        struct diag_list *diags) {
    const struct image *image = registry_load(registry, id, diags);
    return image ? image_type(image) : NULL;
}

uint32_t registry_next_owner(struct registry *registry) { return ++registry->last_owner; }

uint32_t registry_resident_count(const struct registry *registry) {
    return registry->resident_count;
}

struct resident registry_resident(const struct registry *registry, uint32_t index) {
    return registry->residents[index];
}

/* ---- Instances ---- */

struct instance *registry_first_instance(const struct registry *registry) {
    return registry->first_instance;
}

void registry_link(struct registry *registry, struct instance *instance) {
    instance->previous = registry->last_instance;
    instance->following = NULL;
    if (instance->previous)
        instance->previous->following = instance;
    else
        registry->first_instance = instance;
    registry->last_instance = instance;
}

void registry_unlink(struct registry *registry, struct instance *instance) {
    if (instance->previous)
        instance->previous->following = instance->following;
    else
        registry->first_instance = instance->following;
    if (instance->following)
        instance->following->previous = instance->previous;
    else
        registry->last_instance = instance->previous;
}
