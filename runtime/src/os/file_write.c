/* SPDX-License-Identifier: MIT
 *
 * Writing files whole or not at all.
 */
#include "os/file.h"

#include "base/path.h"
#include "base/str.h"
#include "os/clock.h"
#include "os/errno_status.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wisp/rng.h>

enum { TRIES = 100 };

static wisp_status write_all(int fd, const unsigned char *bytes, size_t size) {
    while (size > 0) {
        ssize_t n = write(fd, bytes, size);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return errno_status(errno);
        if (n == 0) return WISP_E_NO_SPACE;
        bytes += n;
        size -= (size_t)n;
    }
    return WISP_OK;
}

/* Where a name really lives: through links, also when the last one leads nowhere yet. */
static wisp_status write_target(const char *path, char *out, size_t size) {
    char real[PATH_MAX];
    if (realpath(path, real))
        return str_copy(out, size, real) == strlen(real) ? WISP_OK : WISP_E_LIMIT;
    if (errno != ENOENT) return errno_status(errno);
    return str_copy(out, size, path) == strlen(path) ? WISP_OK : WISP_E_LIMIT;
}

/* A temporary file beside target; watchers and users know its kind by the name. Created with
 * the mode that any new file gets, which the system takes the umask from: asking for the umask
 * means setting it, for all threads. */
static wisp_status open_temporary(const char *target, char *out, size_t size, int *fd) {
    char folder[PATH_SIZE];
    wisp_status status = path_dirname(folder, sizeof folder, target);
    if (status < 0) return status;
    const char *name = path_basename(target);
    uint64_t key = wisp_rng_key(clock_now_ns(), (uint64_t)getpid());
    for (uint64_t i = 0; i < TRIES; i++) {
        size_t n =
            str_format(out, size, "%s/.%.200s.%08x.tmp", folder, name, wisp_rng_u32(key, i));
        if (n + 1 >= size) return WISP_E_LIMIT;
        *fd = open(out, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
        if (*fd >= 0) return WISP_OK;
        if (errno != EEXIST) return errno_status(errno);
    }
    return WISP_E_EXISTS;
}

static wisp_status put_in_place(const char *temporary, const char *target, unsigned flags) {
    if (flags & FILE_WRITE_EXCLUSIVE) {
        if (link(temporary, target) != 0) return errno_status(errno);
        unlink(temporary);
        return WISP_OK;
    }
    return rename(temporary, target) == 0 ? WISP_OK : errno_status(errno);
}

static void sync_folder(const char *target) {
    char folder[PATH_SIZE];
    if (path_dirname(folder, sizeof folder, target) < 0) return;
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return;
    (void)fsync(fd);
    close(fd);
}

wisp_status file_write(const char *path, const void *bytes, size_t size, unsigned flags) {
    char target[PATH_SIZE], temporary[PATH_SIZE];
    struct file_info info;
    int fd;
    wisp_status status = write_target(path, target, sizeof target);
    if (status < 0) return status;
    bool exists = file_stat(target, &info) == WISP_OK;
    if (exists && (flags & FILE_WRITE_EXCLUSIVE)) return WISP_E_EXISTS;
    if (exists && info.kind == FILE_DIRECTORY) return WISP_E_IS_DIRECTORY;
    if (exists && info.kind == FILE_OTHER) return WISP_E_NOT_A_FILE;
    if (exists && access(target, W_OK) != 0) return errno_status(errno);
    status = open_temporary(target, temporary, sizeof temporary, &fd);
    if (status < 0) return status;

    status = write_all(fd, bytes, size);
    if (status == WISP_OK && exists && fchmod(fd, info.mode) != 0) status = errno_status(errno);
    if (status == WISP_OK && (flags & FILE_WRITE_SYNC) && fsync(fd) != 0)
        status = errno_status(errno);
    /* Network file systems tell of a full disk only here. */
    if (close(fd) != 0 && status == WISP_OK) status = errno_status(errno);
    if (status == WISP_OK) status = put_in_place(temporary, target, flags);
    if (status < 0)
        unlink(temporary);
    else if (flags & FILE_WRITE_SYNC)
        sync_folder(target);
    return status;
}

static wisp_status copy_bytes(int from, int to) {
    unsigned char piece[64 * 1024];
    for (;;) {
        ssize_t n = read(from, piece, sizeof piece);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return errno_status(errno);
        if (n == 0) return WISP_OK;
        wisp_status status = write_all(to, piece, (size_t)n);
        if (status < 0) return status;
    }
}

static wisp_status open_source(const char *path, struct file_info *info, int *out) {
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (fd < 0) return errno_status(errno);
    wisp_status status = file_stat_fd(fd, info);
    if (status == WISP_OK && info->kind != FILE_REGULAR)
        status = info->kind == FILE_DIRECTORY ? WISP_E_IS_DIRECTORY : WISP_E_NOT_A_FILE;
    if (status < 0)
        close(fd);
    else
        *out = fd;
    return status;
}

wisp_status file_copy(const char *from, const char *to, struct file_id *id) {
    struct file_info info = {.mode = 0};
    int source = -1;
    wisp_status status = open_source(from, &info, &source);
    if (status < 0) return status;
    int fd = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0) {
        status = errno_status(errno);
    } else {
        status = copy_bytes(source, fd);
        if (status == WISP_OK && fchmod(fd, info.mode & 0777) != 0)
            status = errno_status(errno);
        if (close(fd) != 0 && status == WISP_OK) status = errno_status(errno);
        if (status < 0) unlink(to);
    }
    close(source);
    if (status == WISP_OK && id) *id = info.id;
    return status;
}
