/* SPDX-License-Identifier: MIT
 *
 * The inside of images and of the registry, for registry.c, image.c and swap.c.
 *
 * Ownership  A slot holds one count of its current image.
 */
#ifndef PLUGIN_IMAGE_H
#define PLUGIN_IMAGE_H

#include "os/lib.h"
#include "plugin/registry.h"
#include "plugin/stage.h"

struct image {
    struct registry *registry;
    wisp_effect entry; /* As far as the plugin's header knew it. */
    const wisp_effect *raw;
    const struct effect_type *type;
    struct lib *lib; /* NULL: linked in. */
    struct staged staged;
    char path[PATH_SIZE];
    uint32_t generation, refs;
    bool was_current;                   /* Its end is worth telling. */
    bool avoided;                       /* It crashed before: never run. */
    struct image *previous, *following; /* Of all files' images that are loaded. */
};

struct slot {
    char id[32];
    const wisp_effect *linked; /* else path */
    char path[PATH_SIZE];
    struct image *current;
    uint32_t generations; /* Number given last. */
    bool failed;          /* It was asked for and could not be loaded. */
};

/* A build that must not be run, or not even be loaded. */
struct avoided {
    struct hash128 hash;
    bool never_load;
};

struct type_node {
    const struct effect_type *type;
    struct type_node *next;
};

/* Told when an image is gone, or could not be unloaded (cause not NULL). */
typedef void (*image_closed)(void *user, const struct image *image, const char *cause,
                             const char *detail);

struct registry {
    const struct allocator *allocator;
    struct log *log;
    struct plugin_trace *trace;
    struct arena lasting; /* Types, folders, texts. */
    const char **folders;
    uint32_t folder_count;
    struct slot **slots; /* By id. */
    uint32_t slot_count;
    size_t slot_capacity;
    struct type_node *types;
    struct image *images; /* Loaded from files. */
    struct resident *residents;
    uint32_t resident_count;
    size_t resident_capacity;
    struct instance *first_instance, *last_instance;
    struct stage stage;
    struct avoided *avoided;
    uint32_t avoided_count;
    size_t avoided_capacity;
    uint32_t last_owner;
    image_closed closed;
    void *closed_user;
};

struct slot *registry_slot(const struct registry *registry, const char *id);

/* Load a staged copy as a generation of an id (NULL: whatever it says): one count for the
 * caller. NULL: diags say why, and the copy is removed. */
struct image *image_open(struct registry *registry, const char *id, const char *path,
                         uint32_t generation, const struct staged *staged,
                         struct diag_list *diags);
/* Make it the one that registry_load gives; takes over the caller's count. */
void registry_set_current(struct registry *registry, struct slot *slot, struct image *image);
/* A type equal to the entry's, made once. NULL: no memory. */
const struct effect_type *registry_intern(struct registry *registry, const wisp_effect *entry);

#endif
