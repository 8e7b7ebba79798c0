/* SPDX-License-Identifier: MIT
 *
 * Directories: list, make, remove; and where things are.
 */
#include "os/file.h"

#include "base/path.h"
#include "base/str.h"
#include "os/errno_status.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TREE_DEPTH_MOST = 64 };

void file_list_free(struct file_list *list) {
    for (size_t i = 0; i < list->count; i++)
        alloc_free(list->allocator, list->names[i], strlen(list->names[i]) + 1);
    alloc_free(list->allocator, list->names, list->capacity * sizeof *list->names);
    *list = (struct file_list){.allocator = list->allocator};
}

static bool is_dots(const char *name) { return str_equal(name, ".") || str_equal(name, ".."); }

static bool list_add(struct file_list *list, const char *name) {
    void *names = list->names;
    if (!alloc_grow(list->allocator, &names, &list->capacity, list->count + 1,
                    sizeof *list->names))
        return false;
    list->names = names;
    char *copy = alloc_text(list->allocator, name);
    if (copy) list->names[list->count++] = copy;
    return copy != NULL;
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

wisp_status file_list(const struct allocator *allocator, const char *path,
                      struct file_list *out) {
    DIR *dir = opendir(path);
    if (!dir) return errno_status(errno);
    struct file_list list = {.allocator = allocator};
    wisp_status status = WISP_OK;
    while (status == WISP_OK) {
        errno = 0;
        const struct dirent *entry = readdir(dir);
        if (!entry && errno) status = errno_status(errno);
        if (!entry) break;
        if (!is_dots(entry->d_name) && !list_add(&list, entry->d_name)) status = WISP_E_NOMEM;
    }
    closedir(dir);
    if (status < 0) {
        file_list_free(&list);
        return status;
    }
    if (list.count) qsort(list.names, list.count, sizeof *list.names, by_name);
    *out = list;
    return WISP_OK;
}

static wisp_status make_one(const char *path) {
    struct stat st;
    if (mkdir(path, 0777) == 0) return WISP_OK;
    int error = errno;
    if (stat(path, &st) == 0) return S_ISDIR(st.st_mode) ? WISP_OK : WISP_E_EXISTS;
    return errno_status(error);
}

wisp_status file_make_dirs(const char *path) {
    char part[PATH_SIZE];
    size_t length = strlen(path);
    if (length == 0) return WISP_E_BAD_PARAM;
    if (length >= sizeof part) return WISP_E_LIMIT;
    for (size_t i = 1; i <= length; i++) {
        if (path[i] != '/' && path[i] != '\0') continue;
        memcpy(part, path, i);
        part[i] = '\0';
        wisp_status status = make_one(part);
        if (status < 0) return status;
    }
    return WISP_OK;
}

wisp_status file_temp_dir(const char *prefix, char *out, size_t size) {
    const char *base = getenv("TMPDIR");
    if (!base || base[0] != '/') base = "/tmp";
    char path[PATH_SIZE];
    size_t n = str_format(path, sizeof path, "%s/%sXXXXXX", base, prefix);
    if (n + 1 >= sizeof path || n >= size) return WISP_E_LIMIT;
    if (!mkdtemp(path)) return errno_status(errno);
    memcpy(out, path, n + 1);
    return WISP_OK;
}

wisp_status file_rename(const char *from, const char *to) {
    return rename(from, to) == 0 ? WISP_OK : errno_status(errno);
}

wisp_status file_remove(const char *path) {
    return remove(path) == 0 ? WISP_OK : errno_status(errno);
}

static wisp_status remove_inside(int parent, const char *name, int depth) {
    if (unlinkat(parent, name, 0) == 0) return WISP_OK;
    if (errno != EISDIR && errno != EPERM) return errno_status(errno);
    if (depth == 0) return WISP_E_LIMIT;
    int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) return errno == ENOTDIR ? WISP_E_DENIED : errno_status(errno);
    DIR *dir = fdopendir(fd);
    if (!dir) {
        close(fd);
        return WISP_E_NOMEM;
    }
    wisp_status status = WISP_OK;
    const struct dirent *entry;
    while (status == WISP_OK && (entry = readdir(dir)))
        if (!is_dots(entry->d_name)) status = remove_inside(fd, entry->d_name, depth - 1);
    closedir(dir);
    if (status == WISP_OK && unlinkat(parent, name, AT_REMOVEDIR) != 0)
        status = errno_status(errno);
    return status;
}

wisp_status file_remove_tree(const char *path) {
    return remove_inside(AT_FDCWD, path, TREE_DEPTH_MOST);
}

static wisp_status give_path(const char *path, char *out, size_t size) {
    size_t length = strlen(path);
    if (length >= size) return WISP_E_LIMIT;
    memcpy(out, path, length + 1);
    return WISP_OK;
}

wisp_status file_real_path(const char *path, char *out, size_t size) {
    char real[PATH_MAX];
    if (!realpath(path, real)) return errno_status(errno);
    return give_path(real, out, size);
}

wisp_status file_program_path(char *out, size_t size) {
    char path[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    if (n < 0) return errno_status(errno);
    path[n] = '\0';
    return give_path(path, out, size);
}

wisp_status file_current_dir(char *out, size_t size) {
    char path[PATH_MAX];
    if (!getcwd(path, sizeof path)) return errno_status(errno);
    return give_path(path, out, size);
}
