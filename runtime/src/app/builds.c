/* SPDX-License-Identifier: MIT
 *
 * builds - copies of the plugin builds that ran.
 */
#include "app/builds.h"

#include "base/str.h"
#include "os/file.h"

#include <string.h>

static bool is_bad(const struct builds *b, struct hash128 hash) {
    for (uint32_t i = 0; i < b->bad_count; i++)
        if (hash128_equal(b->bad[i].hash, hash)) return true;
    return false;
}

void builds_quarantine(struct builds *b, struct hash128 hash, bool never_load) {
    if ((hash.low == 0 && hash.high == 0) || is_bad(b, hash)) return;
    if (b->bad_count < BUILDS_QUARANTINE_MOST)
        b->bad[b->bad_count++] = (struct quarantined){hash, never_load};
}

static wisp_status kept_path(const struct builds *b, struct hash128 hash, char out[PATH_SIZE]) {
    char name[HASH128_TEXT + 4], text[HASH128_TEXT];
    hash128_text(hash, text);
    str_format(name, sizeof name, "%s.so", text);
    return path_join(out, PATH_SIZE, b->folder, name);
}

/* The oldest goes when there are too many. */
static void drop_oldest(struct builds *b) {
    char path[PATH_SIZE];
    if (kept_path(b, b->items[0].hash, path) == WISP_OK) file_remove(path);
    memmove(&b->items[0], &b->items[1], (BUILDS_MOST - 1) * sizeof *b->items);
    b->count--;
}

void builds_keep(struct builds *b, const struct allocator *allocator,
                 const struct image *image) {
    struct file_data data;
    char path[PATH_SIZE];
    struct hash128 hash = image_hash(image);
    if (b->folder[0] == '\0' || image_path(image) == NULL) return;
    for (uint32_t i = 0; i < b->count; i++)
        if (hash128_equal(b->items[i].hash, hash)) return;
    if (kept_path(b, hash, path) != WISP_OK ||
        file_read(allocator, image_path(image), BUILDS_FILE_MOST, &data) != WISP_OK)
        return;
    /* The file may hold newer code than the one that runs. */
    bool same = hash128_equal(hash_bytes128(data.bytes, data.size), hash);
    if (same && file_write(path, data.bytes, data.size, 0) == WISP_OK) {
        if (b->count == BUILDS_MOST) drop_oldest(b);
        struct build *to = &b->items[b->count++];
        str_copy(to->id, sizeof to->id, image_type(image)->id);
        to->hash = hash;
    }
    file_data_free(&data);
}

void builds_restore(const struct builds *b, char out[PATH_SIZE]) {
    char from[PATH_SIZE], to[PATH_SIZE], name[40];
    out[0] = '\0';
    if (b->folder[0] == '\0' || path_join(out, PATH_SIZE, b->folder, "good") != WISP_OK) return;
    file_remove_tree(out);
    if (b->bad_count == 0 || file_make_dirs(out) != WISP_OK) return;
    for (uint32_t i = 0; i < b->count; i++) { /* newer ones replace older ones */
        str_format(name, sizeof name, "%s.so", b->items[i].id);
        if (is_bad(b, b->items[i].hash) || kept_path(b, b->items[i].hash, from) != WISP_OK ||
            path_join(to, PATH_SIZE, out, name) != WISP_OK)
            continue;
        file_remove(to);
        file_copy(from, to, NULL);
    }
}

void builds_apply(const struct builds *b, struct registry *registry) {
    for (uint32_t i = 0; i < b->bad_count; i++)
        registry_avoid(registry, b->bad[i].hash, b->bad[i].never_load);
}
