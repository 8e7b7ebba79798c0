/* SPDX-License-Identifier: MIT
 *
 * Which paths are watched: files that were asked for, and files found in watched folders.
 */
#include "os/watch_own.h"

#include "base/path.h"
#include "base/str.h"
#include <dirent.h>
#include <string.h>

struct watch_file *watch_file_find(const struct watch *w, const char *path) {
    uint64_t hash = hash_text(path);
    for (size_t i = 0; i < w->file_count; i++)
        if (w->files[i]->path_hash == hash && str_equal(w->files[i]->path, path))
            return w->files[i];
    return NULL;
}

static void place_clear(struct watch *w, struct watch_place *place) {
    watch_dir_release(w, place->dir);
    if (place->name) alloc_free(w->allocator, place->name, strlen(place->name) + 1);
    *place = (struct watch_place){.dir = WATCH_NO_DIR};
}

static wisp_status place_set(struct watch *w, struct watch_place *place, const char *path) {
    char folder[PATH_SIZE];
    struct watch_place fresh = {.dir = WATCH_NO_DIR};
    wisp_status status = path_dirname(folder, sizeof folder, path);
    if (status == WISP_OK) status = watch_dir_acquire(w, folder, &fresh.dir);
    if (status < 0) return status;
    fresh.name = alloc_text(w->allocator, path_basename(path));
    if (!fresh.name) {
        place_clear(w, &fresh);
        return WISP_E_NOMEM;
    }
    place_clear(w, place);
    *place = fresh;
    return WISP_OK;
}

/* Where events for a file come from. A link is changed in two places: where it stands, and
 * where it leads. */
wisp_status watch_file_place(struct watch *w, struct watch_file *file) {
    char folder[PATH_SIZE], real_folder[PATH_SIZE], real[PATH_SIZE], plain[PATH_SIZE];
    wisp_status status = WISP_OK;
    if (!file->places[0].name) status = place_set(w, &file->places[0], file->path);
    if (status < 0) return status;
    bool linked =
        path_dirname(folder, sizeof folder, file->path) == WISP_OK &&
        file_real_path(folder, real_folder, sizeof real_folder) == WISP_OK &&
        file_real_path(file->path, real, sizeof real) == WISP_OK &&
        path_join(plain, sizeof plain, real_folder, path_basename(file->path)) == WISP_OK &&
        !str_equal(real, plain);
    if (linked) return place_set(w, &file->places[1], real);
    place_clear(w, &file->places[1]);
    return WISP_OK;
}

static void file_free(struct watch *w, struct watch_file *file) {
    for (int i = 0; i < 2; i++) place_clear(w, &file->places[i]);
    alloc_free(w->allocator, file->path, strlen(file->path) + 1);
    alloc_free(w->allocator, file, sizeof *file);
}

void watch_file_drop(struct watch *w, size_t index) {
    file_free(w, w->files[index]);
    w->files[index] = w->files[--w->file_count];
}

/* The file of this path, new ones as known to be missing. */
wisp_status watch_file_ensure(struct watch *w, const char *path, enum watch_settle settle,
                              struct watch_file **out) {
    struct watch_file *file = watch_file_find(w, path);
    if (file) {
        file->settle = settle;
        *out = file;
        return WISP_OK;
    }
    void *files = w->files;
    if (!alloc_grow(w->allocator, &files, &w->file_capacity, w->file_count + 1,
                    sizeof(struct watch_file *)))
        return WISP_E_NOMEM;
    w->files = files;
    file = alloc_zero(w->allocator, sizeof *file);
    if (!file) return WISP_E_NOMEM;
    file->path = alloc_text(w->allocator, path);
    if (!file->path) {
        alloc_free(w->allocator, file, sizeof *file);
        return WISP_E_NOMEM;
    }
    file->path_hash = hash_text(path);
    file->settle = settle;
    file->places[0].dir = file->places[1].dir = WATCH_NO_DIR;
    wisp_status status = watch_file_place(w, file);
    if (status < 0) {
        file_free(w, file);
        return status;
    }
    w->files[w->file_count++] = file;
    *out = file;
    return WISP_OK;
}

void watch_folder_drop(struct watch *w, size_t index) {
    struct watch_folder *folder = &w->folders[index];
    watch_dir_release(w, folder->dir);
    alloc_free(w->allocator, folder->path, strlen(folder->path) + 1);
    alloc_free(w->allocator, folder->suffix, strlen(folder->suffix) + 1);
    *folder = w->folders[--w->folder_count];
}

/* A name was seen in a folder: it is watched from now on when it fits. */
static void folder_found(struct watch *w, const struct watch_folder *folder, const char *name) {
    char path[PATH_SIZE];
    struct watch_file *file;
    if (!str_ends(name, folder->suffix) || watch_ignores_name(name)) return;
    if (path_join(path, sizeof path, folder->path, name) < 0 || watch_file_find(w, path))
        return;
    if (watch_file_ensure(w, path, folder->settle, &file) < 0) {
        w->folders_moved = true; /* Tried again at the next scan. */
        return;
    }
    file->in_folder = true;
    file->signs = true;
}

void watch_folders_scan(struct watch *w) {
    w->folders_moved = false;
    for (size_t i = 0; i < w->folder_count; i++) {
        DIR *dir = opendir(w->folders[i].path);
        const struct dirent *entry;
        while (dir && (entry = readdir(dir))) {
            if (entry->d_type == DT_DIR) continue;
            folder_found(w, &w->folders[i], entry->d_name);
        }
        if (dir) closedir(dir);
    }
}

void watch_name_event(struct watch *w, size_t dir, const char *name) {
    if (!name) {
        w->folders_moved = true;
        w->next_poll_ns = 0; /* Look for the directory again at once. */
    }
    for (size_t i = 0; name && i < w->folder_count; i++)
        if (w->folders[i].dir == dir) folder_found(w, &w->folders[i], name);
    for (size_t i = 0; i < w->file_count; i++) {
        struct watch_file *file = w->files[i];
        for (int k = 0; k < 2; k++) {
            const struct watch_place *place = &file->places[k];
            if (place->dir == dir && place->name && (!name || str_equal(place->name, name)))
                file->signs = true;
        }
    }
}
