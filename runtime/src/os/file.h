/* SPDX-License-Identifier: MIT
 *
 * Files: read whole, written whole or not at all, and never outside a root when one is given.
 *
 * Ownership  What is read or listed belongs to the caller until its _free.
 * Errors     WISP_E_NOT_FOUND, _DENIED, _IS_DIRECTORY, _NOT_A_FILE (pipe, socket, device),
 *            _LIMIT (larger than asked for, path or link chain too long, too many open files),
 *            _NO_SPACE, _EXISTS, _IO, _NOMEM. Out parameters are untouched on failure.
 *            Opening never blocks, whatever the path names.
 * Threads    Any.
 */
#ifndef WISP_OS_FILE_H
#define WISP_OS_FILE_H

#include "base/alloc.h"
#include <wisp/status.h>

/* Same numbers, same content, as far as the file system tells (see watch.h for how far). */
struct file_id {
    uint64_t size, ino, dev;
    int64_t mtime_ns, ctime_ns;
};

enum file_kind { FILE_REGULAR = 1, FILE_DIRECTORY, FILE_OTHER };

struct file_info {
    struct file_id id;
    enum file_kind kind;
    uint32_t mode; /* Permission bits. */
};

struct file_data {
    const struct allocator *allocator;
    unsigned char *bytes; /* size bytes and a zero after them; never NULL after success. */
    size_t size;
    struct file_id id; /* As it was when reading began. */
};

struct file_list {
    const struct allocator *allocator;
    char **names; /* Sorted by byte value; without "." and "..". */
    size_t count, capacity;
};

static inline bool file_id_equal(struct file_id a, struct file_id b) {
    return a.size == b.size && a.ino == b.ino && a.dev == b.dev && a.mtime_ns == b.mtime_ns &&
           a.ctime_ns == b.ctime_ns;
}

/* Read all of a regular file of at most limit bytes. */
wisp_status file_read(const struct allocator *allocator, const char *path, size_t limit,
                      struct file_data *out);
/* The same for a path inside root: no "..", no link leads out, absolute paths are refused
 * (WISP_E_DENIED). Links that stay inside are followed where the system can check that. */
wisp_status file_read_beneath(const struct allocator *allocator, const char *root,
                              const char *path, size_t limit, struct file_data *out);
/* The same from a descriptor that the caller keeps. */
wisp_status file_read_fd(const struct allocator *allocator, int fd, size_t limit,
                         struct file_data *out);
void file_data_free(struct file_data *data);

/* A read-only descriptor of a regular file inside root; the caller closes it. */
wisp_status file_open_beneath(const char *root, const char *path, int *out);
/* As above, with openat2 (1) or by walking the names (0, which follows no link): for tests. */
wisp_status file_open_beneath_by(const char *root, const char *path, int use_openat2, int *out);

enum file_write_flags {
    FILE_WRITE_SYNC = 1,      /* Also safe against loss of power. */
    FILE_WRITE_EXCLUSIVE = 2, /* WISP_E_EXISTS when the path exists. */
};

/* Write to a temporary file beside path and rename it into place. Mode is kept; a link is
 * followed. On failure the old file is as it was and nothing is left behind. */
wisp_status file_write(const char *path, const void *bytes, size_t size, unsigned flags);

/* Copy bytes to a new file (WISP_E_EXISTS when there is one); id of the source as read. */
wisp_status file_copy(const char *from, const char *to, struct file_id *id);

/* Follows links. */
wisp_status file_stat(const char *path, struct file_info *out);
wisp_status file_stat_fd(int fd, struct file_info *out);
bool file_exists(const char *path);

/* Whether some process has the file of this read-only descriptor open for writing: 1 yes, 0 no
 * or not to be known here (not our file, network file systems). */
int file_has_writer(int fd);

wisp_status file_list(const struct allocator *allocator, const char *path,
                      struct file_list *out);
void file_list_free(struct file_list *list);

/* mkdir -p; fine when it exists as a directory. */
wisp_status file_make_dirs(const char *path);
/* A new empty directory in TMPDIR or /tmp: its path begins with prefix after the slash. */
wisp_status file_temp_dir(const char *prefix, char *out, size_t size);
wisp_status file_rename(const char *from, const char *to);
wisp_status file_remove(const char *path);      /* A file or an empty directory. */
wisp_status file_remove_tree(const char *path); /* Follows no link. */

/* Absolute, without links. The path must exist. */
wisp_status file_real_path(const char *path, char *out, size_t size);
/* Of the running program. */
wisp_status file_program_path(char *out, size_t size);
wisp_status file_current_dir(char *out, size_t size);

#endif
