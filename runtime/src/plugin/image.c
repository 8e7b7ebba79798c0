/* SPDX-License-Identifier: MIT */
#include "plugin/image.h"

#include "plugin/entry.h"
#include "plugin/trace.h"
#include <string.h>

static void refuse(struct diag_list *diags, const char *path, const char *code,
                   const char *text) {
    diag_add(diags, (struct diag_place){.file = path}, DIAG_ERROR, code, "%s", text);
}

/* The loader's words name the copy; people know the original. */
static void say_original(char *text, size_t size, const char *copy, const char *original) {
    char rest[512];
    char *at = strstr(text, copy);
    if (!at) return;
    str_copy(rest, sizeof rest, at + strlen(copy));
    *at = 0;
    char head[512];
    str_copy(head, sizeof head, text);
    str_format(text, size, "%s%s%s", head, path_basename(original), rest);
}

static const char *hint_for(const char *words) {
    if (strstr(words, "static TLS"))
        return "the process has no room left for this kind of thread-local data: restart the "
               "program, or build the plugin without initial-exec TLS";
    if (strstr(words, "failed to map segment"))
        return "is the cache folder on a file system mounted noexec? Set XDG_CACHE_HOME to "
               "another";
    if (strstr(words, "undefined symbol"))
        return "link the plugin with -Wl,-z,defs to see this at build time";
    return NULL;
}

static struct lib *load(struct registry *registry, const char *path, const char *id,
                        uint32_t generation, const struct staged *staged,
                        struct diag_list *diags) {
    struct lib *lib = NULL;
    char words[1024];
    struct trace_what what = {
        .effect = id ? id : "", .instance = "", .generation = generation, .hash = staged->hash};
    trace_enter(registry->trace, PHASE_LOAD, &what);
    wisp_status status = lib_open(staged->path, &lib, words, sizeof words);
    trace_leave(registry->trace);
    if (status >= 0) return lib;
    const char *hint = hint_for(words);
    say_original(words, sizeof words, staged->path, path);
    struct diag *d = diag_add(diags, (struct diag_place){.file = path}, DIAG_ERROR,
                              "plugin-load", "%s", words);
    if (hint) diag_note(diags, d, "%s", hint);
    return NULL;
}

/* The loader may have given an image that is there already: it must be another. */
static bool is_fresh(const struct registry *registry, const wisp_effect *raw) {
    for (const struct image *i = registry->images; i; i = i->following)
        if (i->raw == raw) return false;
    return true;
}

static bool has_build_id(const struct staged *staged, const void *address) {
    uint8_t id[STAGE_BUILD_ID];
    size_t size = lib_build_id(address, id, sizeof id);
    return size == staged->build_id_size && memcmp(id, staged->build_id, size) == 0;
}

static bool read_table(struct image *image, const char *id, struct diag_list *diags) {
    image->raw = lib_symbol(image->lib, WISP_EFFECT_SYMBOL);
    if (!image->raw) {
        refuse(diags, image->path, "plugin-symbol",
               "it does not export " WISP_EFFECT_SYMBOL ": not an effect");
        return false;
    }
    if (!is_fresh(image->registry, image->raw) || !has_build_id(&image->staged, image->raw)) {
        refuse(diags, image->path, "plugin-stale", "the loader gave an older image again");
        return false;
    }
    if (!entry_read(image->raw, image->path, id, &image->entry, diags)) return false;
    image->type = registry_intern(image->registry, &image->entry);
    if (!image->type) refuse(diags, image->path, "plugin-memory", "out of memory");
    return image->type != NULL;
}

static void link_image(struct registry *registry, struct image *image) {
    image->following = registry->images;
    if (image->following) image->following->previous = image;
    registry->images = image;
}

static void unlink_image(struct registry *registry, struct image *image) {
    if (image->previous)
        image->previous->following = image->following;
    else
        registry->images = image->following;
    if (image->following) image->following->previous = image->previous;
}

struct image *image_open(struct registry *registry, const char *id, const char *path,
                         uint32_t generation, const struct staged *staged,
                         struct diag_list *diags) {
    struct image *image = alloc_zero(registry->allocator, sizeof *image);
    if (!image) {
        refuse(diags, path, "plugin-memory", "out of memory");
        stage_remove(&registry->stage, staged);
        return NULL;
    }
    image->registry = registry;
    image->staged = *staged;
    image->generation = generation;
    image->refs = 1;
    str_copy(image->path, sizeof image->path, path);
    image->lib = load(registry, path, id, generation, staged, diags);
    stage_remove(&registry->stage, staged);
    if (image->lib && read_table(image, id, diags)) {
        link_image(registry, image);
        return image;
    }
    lib_close(image->lib);
    alloc_free(registry->allocator, image, sizeof *image);
    return NULL;
}

struct image *image_linked(struct registry *registry, const wisp_effect *entry,
                           struct diag_list *diags) {
    struct image *image = alloc_zero(registry->allocator, sizeof *image);
    if (!image) return NULL;
    image->registry = registry;
    image->raw = entry;
    image->refs = 1;
    if (entry_read(entry, "linked in", NULL, &image->entry, diags))
        image->type = registry_intern(registry, &image->entry);
    if (image->type) return image;
    alloc_free(registry->allocator, image, sizeof *image);
    return NULL;
}

static const char *cause_of(const struct image *image) {
#if defined(WISP_KEEP_MODULES)
    (void)image;
    return "kept";
#else
    if (image->staged.unique) return "gnu_unique";
    if (image->staged.nodelete) return "nodelete";
    if (image->staged.has_tls) return "tls";
    return "busy";
#endif
}

static void list_resident(struct registry *registry, const struct image *image,
                          const char *cause) {
    void *items = registry->residents;
    if (!alloc_grow(registry->allocator, &items, &registry->resident_capacity,
                    registry->resident_count + 1, sizeof *registry->residents))
        return;
    registry->residents = items;
    registry->residents[registry->resident_count++] = (struct resident){
        .id = image->type->id, .generation = image->generation, .cause = cause};
}

static const char *detail_of(const char *cause, const struct staged *staged) {
    if (str_equal(cause, "gnu_unique")) return staged->unique_name;
    return "";
}

/* That images are kept on purpose is told only of those that ran. */
static bool is_worth_telling(const char *cause) { return cause && strcmp(cause, "kept") != 0; }

static void close_file(struct image *image) {
    struct registry *registry = image->registry;
    const char *cause = NULL;
    unlink_image(registry, image);
    if (image->type->may_flags & WISP_MAY_OWN_THREADS) {
        cause = "threads";
    } else {
        lib_close(image->lib);
        if (lib_is_resident(image->staged.path)) cause = cause_of(image);
    }
    if (cause) list_resident(registry, image, cause);
    if (registry->closed && (image->was_current || is_worth_telling(cause)))
        registry->closed(registry->closed_user, image, cause,
                         cause ? detail_of(cause, &image->staged) : "");
}

void image_retain(struct image *image) { image->refs++; }

void image_release(struct image *image) {
    if (!image || --image->refs > 0) return;
    if (image->lib) close_file(image);
    alloc_free(image->registry->allocator, image, sizeof *image);
}

const wisp_effect *image_entry(const struct image *image) { return &image->entry; }

const struct effect_type *image_type(const struct image *image) { return image->type; }

uint32_t image_generation(const struct image *image) { return image->generation; }

struct hash128 image_hash(const struct image *image) {
    return image->staged.hash;
}

const char *image_path(const struct image *image) { return image->lib ? image->path : NULL; }
