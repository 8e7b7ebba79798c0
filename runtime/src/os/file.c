/* SPDX-License-Identifier: MIT
 *
 * Reading files, and opening them inside a root.
 */
#include "os/file.h"

#include "base/path.h"
#include "base/str.h"
#include "os/errno_status.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SECOND_NS INT64_C(1000000000)

static int64_t timespec_ns(struct timespec t) {
    return (int64_t)t.tv_sec * SECOND_NS + (int64_t)t.tv_nsec;
}

static struct file_id id_of(const struct stat *st) {
    return (struct file_id){.size = (uint64_t)st->st_size,
                            .ino = st->st_ino,
                            .dev = st->st_dev,
                            .mtime_ns = timespec_ns(st->st_mtim),
                            .ctime_ns = timespec_ns(st->st_ctim)};
}

static enum file_kind kind_of(mode_t mode) {
    return S_ISREG(mode) ? FILE_REGULAR : S_ISDIR(mode) ? FILE_DIRECTORY : FILE_OTHER;
}

static struct file_info info_of(const struct stat *st) {
    return (struct file_info){id_of(st), kind_of(st->st_mode), st->st_mode & 07777};
}

wisp_status file_stat(const char *path, struct file_info *out) {
    struct stat st;
    if (stat(path, &st) != 0) return errno_status(errno);
    *out = info_of(&st);
    return WISP_OK;
}

wisp_status file_stat_fd(int fd, struct file_info *out) {
    struct stat st;
    if (fstat(fd, &st) != 0) return errno_status(errno);
    *out = info_of(&st);
    return WISP_OK;
}

bool file_exists(const char *path) {
    struct stat st;
    return stat(path, &st) == 0;
}

/* A read lease is granted only when nobody writes. Somebody who opens for writing while we hold
 * it waits for the microsecond until we give it back, and we get a signal: one that is ignored
 * unless asked for, in place of the default one, which kills. */
int file_has_writer(int fd) {
    if (fcntl(fd, F_SETSIG, SIGURG) != 0) return 0;
    if (fcntl(fd, F_SETLEASE, F_RDLCK) != 0) return errno == EAGAIN;
    (void)fcntl(fd, F_SETLEASE, F_UNLCK);
    return 0;
}

static wisp_status check_regular(int fd, struct stat *st) {
    if (fstat(fd, st) != 0) return errno_status(errno);
    if (S_ISDIR(st->st_mode)) return WISP_E_IS_DIRECTORY;
    return S_ISREG(st->st_mode) ? WISP_OK : WISP_E_NOT_A_FILE;
}

void file_data_free(struct file_data *data) {
    if (data->bytes) alloc_free(data->allocator, data->bytes, data->size + 1);
    data->bytes = NULL;
    data->size = 0;
}

static ssize_t read_some(int fd, void *bytes, size_t size) {
    ssize_t n;
    do n = read(fd, bytes, size);
    while (n < 0 && errno == EINTR);
    return n;
}

/* Read to the end, which may be elsewhere than the size said: files in /proc and writers that
 * are not done. */
static wisp_status read_all(int fd, size_t limit, struct file_data *data, size_t *capacity) {
    for (;;) {
        if (data->size + 1 >= *capacity) {
            void *bytes = data->bytes;
            if (!alloc_grow(data->allocator, &bytes, capacity, data->size + 4096, 1))
                return WISP_E_NOMEM;
            data->bytes = bytes;
        }
        ssize_t n = read_some(fd, data->bytes + data->size, *capacity - data->size - 1);
        if (n < 0) return errno_status(errno);
        if (n == 0) return WISP_OK;
        data->size += (size_t)n;
        if (data->size > limit) return WISP_E_LIMIT;
    }
}

wisp_status file_read_fd(const struct allocator *allocator, int fd, size_t limit,
                         struct file_data *out) {
    struct stat st;
    wisp_status status = check_regular(fd, &st);
    if (status < 0) return status;
    if (st.st_size < 0 || (uint64_t)st.st_size > limit) return WISP_E_LIMIT;

    struct file_data data = {.allocator = allocator, .id = id_of(&st)};
    size_t capacity = (size_t)st.st_size + 2; /* End mark, and one byte to see growth. */
    data.bytes = alloc_bytes(allocator, capacity);
    if (!data.bytes) return WISP_E_NOMEM;
    status = read_all(fd, limit, &data, &capacity);
    if (status == WISP_OK) {
        unsigned char *fit = alloc_resize(allocator, data.bytes, capacity, data.size + 1, 1);
        if (fit) {
            fit[data.size] = 0;
            data.bytes = fit;
            *out = data;
            return WISP_OK;
        }
        status = WISP_E_NOMEM;
    }
    alloc_free(allocator, data.bytes, capacity);
    return status;
}

wisp_status file_read(const struct allocator *allocator, const char *path, size_t limit,
                      struct file_data *out) {
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (fd < 0) return errno_status(errno);
    wisp_status status = file_read_fd(allocator, fd, limit, out);
    close(fd);
    return status;
}

wisp_status file_read_beneath(const struct allocator *allocator, const char *root,
                              const char *path, size_t limit, struct file_data *out) {
    int fd = -1;
    wisp_status status = file_open_beneath(root, path, &fd);
    if (status < 0) return status;
    status = file_read_fd(allocator, fd, limit, out);
    close(fd);
    return status;
}

enum { OPEN_FLAGS = O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY };

static int open_by_openat2(int root, const char *path) {
    struct open_how how = {.flags = OPEN_FLAGS,
                           .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS};
    long fd;
    do fd = syscall(SYS_openat2, root, path, &how, sizeof how);
    while (fd < 0 && (errno == EINTR || errno == EAGAIN));
    return (int)fd;
}

/* Name after name, none of them a link. */
static int open_by_walk(int root, const char *path) {
    char name[256];
    int at = root;
    for (;;) {
        path += strspn(path, "/");
        size_t length = strcspn(path, "/");
        const char *rest = path + length + strspn(path + length, "/");
        int fd = -1, error = ENAMETOOLONG;
        if (length > 0 && length < sizeof name) {
            memcpy(name, path, length);
            name[length] = '\0';
            fd = openat(at, name,
                        *rest ? O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
                              : OPEN_FLAGS | O_NOFOLLOW);
            error = errno;
        }
        if (at != root) close(at);
        if (fd < 0) errno = error == ELOOP ? EXDEV : error;
        if (fd < 0 || !*rest) return fd;
        at = fd;
        path = rest;
    }
}

/* Refused before the system sees it: absolute, or with a "..". */
static bool path_leads_out(const char *path) {
    if (path[0] == '\0' || path_is_absolute(path)) return true;
    for (const char *name = path; *name;) {
        size_t length = strcspn(name, "/");
        if (length == 2 && name[0] == '.' && name[1] == '.') return true;
        name += length;
        name += strspn(name, "/");
    }
    return false;
}

wisp_status file_open_beneath_by(const char *root, const char *path, int use_openat2,
                                 int *out) {
    if (path_leads_out(path)) return WISP_E_DENIED;
    int at = open(root, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (at < 0) return errno_status(errno);
    int fd = use_openat2 ? open_by_openat2(at, path) : open_by_walk(at, path);
    int error = errno;
    close(at);
    if (fd < 0) return errno_status(error);
    struct stat st;
    wisp_status status = check_regular(fd, &st);
    if (status < 0)
        close(fd);
    else
        *out = fd;
    return status;
}

wisp_status file_open_beneath(const char *root, const char *path, int *out) {
    wisp_status status = file_open_beneath_by(root, path, 1, out);
    /* Kernels before 5.6, and sandboxes that forbid what they do not know. */
    return status == WISP_E_UNSUPPORTED ? file_open_beneath_by(root, path, 0, out) : status;
}
