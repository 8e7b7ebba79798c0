/* SPDX-License-Identifier: MIT
 *
 * The set of watched paths, and the batches of changes.
 */
#include "os/watch_own.h"

#include "base/path.h"
#include "base/str.h"
#include <stdlib.h>
#include <string.h>

enum { POLL_MS = 250, SAFETY_MS = 2000, HOLD_MS = 500 };

bool watch_ignores_name(const char *name) {
    size_t n = strlen(name);
    if (n == 0 || str_ends(name, "~") || str_starts(name, ".#")) return true;
    if (name[0] == '#' && name[n - 1] == '#') return true;
    if (strspn(name, "0123456789") == n) return true; /* vim: may I create files? */
    static const char *const tails[] = {".swp", ".swo",  ".swx",  ".swpx",      ".tmp",
                                        ".bak", ".part", ".orig", ".crdownload"};
    for (size_t i = 0; i < sizeof tails / sizeof tails[0]; i++)
        if (str_ends(name, tails[i])) return true;
    return str_starts(name, ".wisp-") || str_starts(name, ".goutputstream-") ||
           str_starts(name, ".nfs") || str_starts(name, ".fuse_hidden") ||
           str_starts(name, "___jb_");
}

wisp_status watch_create_hooked(const struct allocator *allocator, enum watch_mode mode,
                                struct log *log, struct watch_hooks hooks, struct watch **out) {
    struct watch *w = alloc_zero(allocator, sizeof *w);
    if (!w) return WISP_E_NOMEM;
    w->allocator = allocator;
    w->log = log;
    w->hooks = hooks;
    wisp_status status = watch_events_open(w, mode);
    if (status < 0) {
        alloc_free(allocator, w, sizeof *w);
        return status;
    }
    *out = w;
    return WISP_OK;
}

wisp_status watch_create(const struct allocator *allocator, enum watch_mode mode,
                         struct log *log, struct watch **out) {
    return watch_create_hooked(allocator, mode, log, (struct watch_hooks){0, 0}, out);
}
void watch_destroy(struct watch *w) {
    if (!w) return;
    while (w->file_count) watch_file_drop(w, w->file_count - 1);
    while (w->folder_count) watch_folder_drop(w, w->folder_count - 1);
    watch_events_close(w);
    alloc_free(w->allocator, w->files, w->file_capacity * sizeof(struct watch_file *));
    alloc_free(w->allocator, w->folders, w->folder_capacity * sizeof *w->folders);
    alloc_free(w->allocator, w->dirs, w->dir_capacity * sizeof *w->dirs);
    alloc_free(w->allocator, w->changes, w->change_capacity * sizeof *w->changes);
    alloc_free(w->allocator, w, sizeof *w);
}

wisp_status watch_add(struct watch *w, const char *path, enum watch_settle settle) {
    struct watch_file *file;
    size_t before = w->file_count;
    wisp_status status = watch_file_ensure(w, path, settle, &file);
    if (status < 0) return status;
    file->asked = true;
    if (w->file_count == before) return WISP_OK;
    bool steady;
    watch_file_read(file, &file->known, &steady);
    if (!steady) file->signs = true;
    return WISP_OK;
}

static wisp_status folder_init(struct watch *w, struct watch_folder *folder, const char *path,
                               const char *suffix) {
    wisp_status status = watch_dir_acquire(w, path, &folder->dir);
    if (status < 0) return status;
    folder->path = alloc_text(w->allocator, path);
    folder->suffix = alloc_text(w->allocator, suffix);
    if (folder->path && folder->suffix) return WISP_OK;
    if (folder->path) alloc_free(w->allocator, folder->path, strlen(path) + 1);
    if (folder->suffix) alloc_free(w->allocator, folder->suffix, strlen(suffix) + 1);
    watch_dir_release(w, folder->dir);
    return WISP_E_NOMEM;
}

wisp_status watch_add_folder(struct watch *w, const char *path, const char *suffix,
                             enum watch_settle settle) {
    struct watch_folder folder = {.settle = settle};
    void *folders = w->folders;
    if (!alloc_grow(w->allocator, &folders, &w->folder_capacity, w->folder_count + 1,
                    sizeof *w->folders))
        return WISP_E_NOMEM;
    w->folders = folders;
    wisp_status status = folder_init(w, &folder, path, suffix);
    if (status < 0) return status;
    w->folders[w->folder_count++] = folder;
    size_t before = w->file_count;
    watch_folders_scan(w);
    for (size_t i = before; i < w->file_count; i++) {
        bool steady;
        watch_file_read(w->files[i], &w->files[i]->known, &steady);
        w->files[i]->signs = !steady;
    }
    return WISP_OK;
}

static bool lies_in(const char *path, const char *folder) {
    size_t n = strlen(folder);
    while (n > 1 && folder[n - 1] == '/') n--;
    return strncmp(path, folder, n) == 0 && path[n] == '/' && !strchr(path + n + 1, '/');
}

static void remove_folder(struct watch *w, size_t index) {
    for (size_t i = w->file_count; i-- > 0;) {
        struct watch_file *file = w->files[i];
        if (!file->in_folder || !lies_in(file->path, w->folders[index].path)) continue;
        file->in_folder = false;
        if (!file->asked) watch_file_drop(w, i);
    }
    watch_folder_drop(w, index);
    w->folders_moved = true; /* Another folder entry may still want some of them. */
}

void watch_remove(struct watch *w, const char *path) {
    for (size_t i = w->folder_count; i-- > 0;)
        if (str_equal(w->folders[i].path, path)) remove_folder(w, i);
    for (size_t i = w->file_count; i-- > 0;) {
        struct watch_file *file = w->files[i];
        if (!file->asked || !str_equal(file->path, path)) continue;
        file->asked = false;
        if (!file->in_folder) watch_file_drop(w, i);
    }
}

wisp_status watch_set(struct watch *w, const struct watch_item *items, size_t count) {
    for (size_t i = 0; i < w->file_count; i++) w->files[i]->marked = false;
    for (size_t i = 0; i < count; i++) {
        wisp_status status = watch_add(w, items[i].path, items[i].settle);
        if (status < 0) return status; /* What was watched still is. */
        watch_file_find(w, items[i].path)->marked = true;
    }
    for (size_t i = w->file_count; i-- > 0;) {
        struct watch_file *file = w->files[i];
        if (file->marked || !file->asked) continue;
        file->asked = false;
        if (!file->in_folder) watch_file_drop(w, i);
    }
    return WISP_OK;
}

void watch_set_known(struct watch *w, const char *path, struct hash128 hash) {
    struct watch_file *file = watch_file_find(w, path);
    if (!file) return;
    if (file->phase == WATCH_READY && hash128_equal(file->fresh.hash, hash)) {
        file->known = file->fresh;
        file->phase = WATCH_QUIET;
        return;
    }
    if (file->known.existence == WATCH_READ && hash128_equal(file->known.hash, hash)) return;
    /* The size and the times are not known, so the file is read once to find them. */
    file->known = (struct watch_content){.existence = WATCH_READ, .hash = hash};
    file->known.size = UINT64_MAX;
    file->signs = true;
}

/* Files of a folder that are gone, and told so. */
static void drop_gone(struct watch *w) {
    for (size_t i = w->file_count; i-- > 0;) {
        const struct watch_file *file = w->files[i];
        if (!file->asked && file->phase == WATCH_QUIET && !file->signs &&
            file->known.existence == WATCH_MISSING)
            watch_file_drop(w, i);
    }
}

static void look_at_all(struct watch *w) {
    bool overflow = w->overflow;
    w->overflow = false;
    watch_dirs_refresh(w);
    watch_folders_scan(w);
    for (size_t i = 0; i < w->file_count; i++) {
        struct watch_file *file = w->files[i];
        if (overflow)
            file->signs = true;
        else if (file->phase == WATCH_QUIET && !file->signs && watch_file_moved(file))
            watch_file_sign(w, file, true);
    }
    w->next_poll_ns = w->now_ns + (watch_dirs_blind(w) ? POLL_MS : SAFETY_MS) * WATCH_MS;
}

static void step_all(struct watch *w) {
    for (size_t i = 0; i < w->file_count; i++) {
        struct watch_file *file = w->files[i];
        bool again = file->again_ns && w->now_ns >= file->again_ns;
        if (file->signs || (again && file->phase == WATCH_QUIET))
            watch_file_sign(w, file, false);
        file->signs = false;
        if (file->phase == WATCH_SETTLING && w->now_ns >= file->due_ns)
            watch_file_step(w, file);
    }
}

/* Saved together, told together: what is ready waits a little while others of its kind settle.
 * The moment until which it waits; 0: nothing is ready. */
static uint64_t hold_until(const struct watch *w, enum watch_settle settle) {
    uint64_t oldest = UINT64_MAX;
    bool settling = false;
    for (size_t i = 0; i < w->file_count; i++) {
        const struct watch_file *file = w->files[i];
        if (file->settle != settle) continue;
        if (file->phase == WATCH_SETTLING) settling = true;
        if (file->phase == WATCH_READY && file->due_ns < oldest) oldest = file->due_ns;
    }
    if (oldest == UINT64_MAX) return 0;
    return settling ? oldest + HOLD_MS * WATCH_MS : oldest;
}

static enum watch_event event_of(const struct watch_file *file) {
    if (file->fresh.existence == WATCH_MISSING) return WATCH_REMOVED;
    return file->known.existence == WATCH_MISSING ? WATCH_CREATED : WATCH_CHANGED;
}

static void tell(struct watch *w, struct watch_file *file, struct watch_change *change) {
    *change =
        (struct watch_change){file->path, event_of(file), file->fresh.hash, file->fresh.size};
    file->known = file->fresh;
    file->phase = WATCH_QUIET;
    (void)watch_file_place(w, file); /* A link may lead elsewhere now. */
}

static int by_path(const void *a, const void *b) {
    const struct watch_change *x = a, *y = b;
    return strcmp(x->path, y->path);
}

static wisp_status collect(struct watch *w, struct watch_batch *out) {
    void *changes = w->changes;
    if (!alloc_grow(w->allocator, &changes, &w->change_capacity, w->file_count,
                    sizeof *w->changes))
        return WISP_E_NOMEM;
    w->changes = changes;
    bool due[WATCH_BINARY + 1] = {false};
    for (int s = WATCH_TEXT; s <= WATCH_BINARY; s++) {
        uint64_t until = hold_until(w, (enum watch_settle)s);
        due[s] = until && w->now_ns >= until;
    }
    size_t n = 0;
    for (size_t i = 0; i < w->file_count; i++)
        if (w->files[i]->phase == WATCH_READY && due[w->files[i]->settle])
            tell(w, w->files[i], &w->changes[n++]);
    if (n > 1) qsort(w->changes, n, sizeof *w->changes, by_path);
    *out = (struct watch_batch){w->changes, n};
    return WISP_OK;
}

wisp_status watch_poll(struct watch *w, uint64_t now_ns, struct watch_batch *out) {
    *out = (struct watch_batch){NULL, 0};
    w->now_ns = now_ns;
    drop_gone(w);
    watch_events_read(w);
    if (w->overflow || w->folders_moved || now_ns >= w->next_poll_ns) look_at_all(w);
    step_all(w);
    return collect(w, out);
}

int watch_fd(const struct watch *w) { return w->fd; }

bool watch_is_polling(const struct watch *w) { return w->fd < 0; }

uint64_t watch_due_ns(const struct watch *w) {
    uint64_t due = w->file_count || w->folder_count ? w->next_poll_ns : UINT64_MAX;
    for (size_t i = 0; i < w->file_count; i++) {
        const struct watch_file *file = w->files[i];
        uint64_t next = UINT64_MAX;
        if (file->phase == WATCH_SETTLING) next = file->due_ns;
        if (file->phase == WATCH_READY) next = hold_until(w, file->settle);
        if (file->phase == WATCH_QUIET && file->again_ns) next = file->again_ns;
        if (file->signs) next = 0;
        if (next < due) due = next;
    }
    return due;
}

void watch_inject_overflow(struct watch *w) { w->overflow = true; }
