/* SPDX-License-Identifier: MIT
 *
 * What the watch_*.c files share; for no one else.
 *
 *   struct watch          files, folders, dirs
 *   struct watch_file     one path: what is known of it, and how far a change has settled
 *   struct watch_folder   all names with a suffix in one directory
 *   struct watch_dir      one directory that inotify looks at for the two above
 */
#ifndef WISP_OS_WATCH_OWN_H
#define WISP_OS_WATCH_OWN_H

#include "os/file.h"
#include "os/watch.h"

#define WATCH_NO_DIR SIZE_MAX
#define WATCH_MS UINT64_C(1000000)

enum watch_existence { WATCH_MISSING, WATCH_UNREADABLE, WATCH_READ };

struct watch_content {
    enum watch_existence existence;
    struct hash128 hash; /* WATCH_UNREADABLE: of the status that reading gave. */
    uint64_t size;
    struct file_id id;
};

/* A name in a directory whose events concern a file: its own, and that of a link's target. */
struct watch_place {
    size_t dir;
    char *name;
};

enum watch_phase { WATCH_QUIET, WATCH_SETTLING, WATCH_READY };

struct watch_file {
    char *path;
    uint64_t path_hash;
    struct watch_place places[2];
    enum watch_settle settle;
    bool asked, in_folder; /* Added by itself, found in a folder. */
    bool marked;           /* Used by watch_set. */
    bool signs;            /* Events were just read for it. */
    bool polled;           /* The change was found without an event. */
    enum watch_phase phase;
    struct watch_content known, fresh; /* Last told, and to be told when READY. */
    struct watch_content seen;         /* Existence and id at the last look. */
    uint64_t first_ns, changed_ns;     /* First and last sign of the change that settles. */
    uint64_t due_ns;                   /* SETTLING: next look. READY: since when. */
    uint64_t again_ns;                 /* Look again whatever the times say; 0: no. */
};

struct watch_folder {
    char *path, *suffix;
    size_t dir;
    enum watch_settle settle;
};

struct watch_dir {
    char *path; /* NULL: slot is free. */
    size_t users;
    int wd; /* -1: not watched: missing, remote, or polling. */
    uint64_t ino, dev;
};

struct watch {
    const struct allocator *allocator;
    struct log *log;
    struct watch_hooks hooks;
    int fd; /* -1: polling. */
    bool overflow, warned_remote;
    bool folders_moved; /* A change in a folder's own directory: list it again. */
    uint64_t now_ns, next_poll_ns;
    struct watch_file **files; /* Each by itself, so that batches may point to paths. */
    size_t file_count, file_capacity;
    struct watch_folder *folders;
    size_t folder_count, folder_capacity;
    struct watch_dir *dirs;
    size_t dir_count, dir_capacity;
    struct watch_change *changes;
    size_t change_capacity;
};

/* watch_dir.c */
wisp_status watch_dir_acquire(struct watch *w, const char *path, size_t *out);
void watch_dir_release(struct watch *w, size_t dir);
void watch_dirs_refresh(struct watch *w);
bool watch_dirs_blind(const struct watch *w); /* Some directory gives no events. */
void watch_events_read(struct watch *w);
wisp_status watch_events_open(struct watch *w, enum watch_mode mode);
void watch_events_close(struct watch *w);

/* watch_file.c */
void watch_file_look(const struct watch_file *file, struct watch_content *out);
void watch_file_read(const struct watch_file *file, struct watch_content *out, bool *steady);
void watch_file_sign(struct watch *w, struct watch_file *file, bool polled);
void watch_file_step(struct watch *w, struct watch_file *file);
bool watch_file_moved(const struct watch_file *file);

/* watch_set.c: the tables. name NULL: something happened to the directory itself. */
struct watch_file *watch_file_find(const struct watch *w, const char *path);
wisp_status watch_file_ensure(struct watch *w, const char *path, enum watch_settle settle,
                              struct watch_file **out);
wisp_status watch_file_place(struct watch *w, struct watch_file *file);
void watch_file_drop(struct watch *w, size_t index);
void watch_folder_drop(struct watch *w, size_t index);
void watch_folders_scan(struct watch *w);
void watch_name_event(struct watch *w, size_t dir, const char *name);

#endif
