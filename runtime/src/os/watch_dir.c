/* SPDX-License-Identifier: MIT
 *
 * The directories behind the watched paths, and inotify.
 */
#include "os/watch_own.h"

#include "base/str.h"
#include <errno.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#define EVENTS                                                                          \
    (IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_ATTRIB | \
     IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)

static const char origin[] = "watch";

void watch_events_close(struct watch *w) {
    if (w->fd >= 0) close(w->fd);
    w->fd = -1;
}

/* From now on by stat alone, said once with the knob to turn. */
static void give_up_events(struct watch *w, int error) {
    const char *knob =
        error == EMFILE ? "fs.inotify.max_user_instances" : "fs.inotify.max_user_watches";
    if (error == EMFILE || error == ENOSPC)
        log_write(w->log, LOG_LEVEL_WARN, origin,
                  "no more inotify watches (raise sysctl %s); looking at files every 250 ms",
                  knob);
    else
        log_write(w->log, LOG_LEVEL_WARN, origin,
                  "inotify does not work here (%s); looking at files every 250 ms",
                  strerrordesc_np(error));
    watch_events_close(w);
    for (size_t i = 0; i < w->dir_count; i++) w->dirs[i].wd = -1;
}

wisp_status watch_events_open(struct watch *w, enum watch_mode mode) {
    w->fd = -1;
    if (mode == WATCH_POLL) return WISP_OK;
    int error = w->hooks.init_error;
    if (!error) {
        w->fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
        error = w->fd < 0 ? errno : 0;
    }
    if (error) give_up_events(w, error);
    return WISP_OK;
}

/* File systems on which other machines (or the other side of a mount) write without a word. */
static bool is_remote(const char *path) {
    static const uint32_t types[] = {
        0x6969 /* NFS */,      0x517b /* SMB */,      0xff534d42 /* CIFS */,
        0xfe534d42 /* SMB2 */, 0x65735546 /* FUSE */, 0x01021997 /* 9P */,
        0x00c36400 /* Ceph */, 0x5346414f /* AFS */,  0x786f4256 /* vboxsf */};
    struct statfs fs;
    if (statfs(path, &fs) != 0) return false;
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if ((uint32_t)fs.f_type == types[i]) return true;
    return false;
}

static void dir_unwatch(struct watch *w, struct watch_dir *dir) {
    int wd = dir->wd;
    dir->wd = -1;
    if (wd < 0 || w->fd < 0) return;
    for (size_t i = 0; i < w->dir_count; i++)
        if (w->dirs[i].path && w->dirs[i].wd == wd) return; /* Two names of one directory. */
    (void)inotify_rm_watch(w->fd, wd);
}

static void dir_watch(struct watch *w, struct watch_dir *dir) {
    struct stat st;
    if (w->fd < 0 || stat(dir->path, &st) != 0) return;
    if (is_remote(dir->path)) {
        if (!w->warned_remote)
            log_write(w->log, LOG_LEVEL_INFO, origin,
                      "%s is on a network file system: looking at its files every 250 ms",
                      dir->path);
        w->warned_remote = true;
        return;
    }
    int error = w->hooks.add_error;
    int wd = error ? -1 : inotify_add_watch(w->fd, dir->path, EVENTS);
    if (wd < 0 && !error) error = errno;
    if (wd < 0 && (error == ENOSPC || error == ENOMEM)) give_up_events(w, error);
    if (wd < 0) return;
    dir->wd = wd;
    dir->ino = st.st_ino;
    dir->dev = st.st_dev;
}

static struct watch_dir *dir_slot(struct watch *w) {
    for (size_t i = 0; i < w->dir_count; i++)
        if (!w->dirs[i].path) return &w->dirs[i];
    void *dirs = w->dirs;
    if (!alloc_grow(w->allocator, &dirs, &w->dir_capacity, w->dir_count + 1, sizeof *w->dirs))
        return NULL;
    w->dirs = dirs;
    struct watch_dir *dir = &w->dirs[w->dir_count++];
    *dir = (struct watch_dir){.wd = -1};
    return dir;
}

wisp_status watch_dir_acquire(struct watch *w, const char *path, size_t *out) {
    for (size_t i = 0; i < w->dir_count; i++) {
        if (!w->dirs[i].path || !str_equal(w->dirs[i].path, path)) continue;
        w->dirs[i].users++;
        *out = i;
        return WISP_OK;
    }
    struct watch_dir *dir = dir_slot(w);
    char *copy = dir ? alloc_text(w->allocator, path) : NULL;
    if (!copy) return WISP_E_NOMEM;
    *dir = (struct watch_dir){.path = copy, .users = 1, .wd = -1};
    dir_watch(w, dir);
    *out = (size_t)(dir - w->dirs);
    return WISP_OK;
}

void watch_dir_release(struct watch *w, size_t index) {
    if (index == WATCH_NO_DIR) return;
    struct watch_dir *dir = &w->dirs[index];
    if (--dir->users > 0) return;
    char *path = dir->path;
    dir->path = NULL;
    dir_unwatch(w, dir);
    alloc_free(w->allocator, path, strlen(path) + 1);
}

/* A directory may have come, gone, or be another one under the same name. */
void watch_dirs_refresh(struct watch *w) {
    for (size_t i = 0; i < w->dir_count && w->fd >= 0; i++) {
        struct watch_dir *dir = &w->dirs[i];
        struct stat st;
        if (!dir->path) continue;
        bool same = dir->wd >= 0 && stat(dir->path, &st) == 0 && st.st_ino == dir->ino &&
                    st.st_dev == dir->dev;
        if (same) continue;
        dir_unwatch(w, dir);
        dir_watch(w, dir);
        if (dir->wd >= 0) w->folders_moved = true;
    }
}

bool watch_dirs_blind(const struct watch *w) {
    if (w->fd < 0) return true;
    for (size_t i = 0; i < w->dir_count; i++)
        if (w->dirs[i].path && w->dirs[i].wd < 0) return true;
    return false;
}

static void take_event(struct watch *w, const struct inotify_event *event) {
    if (event->mask & IN_Q_OVERFLOW) w->overflow = true;
    bool self = event->mask & (IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT);
    for (size_t i = 0; i < w->dir_count; i++) {
        if (!w->dirs[i].path || w->dirs[i].wd != event->wd) continue;
        if (self) {
            if (event->mask & IN_IGNORED)
                w->dirs[i].wd = -1;
            else
                dir_unwatch(w, &w->dirs[i]);
            watch_name_event(w, i, NULL);
        } else if (event->len > 0) {
            watch_name_event(w, i, event->name);
        }
    }
}

void watch_events_read(struct watch *w) {
    _Alignas(struct inotify_event) char bytes[16 * 1024];
    while (w->fd >= 0) {
        ssize_t n = read(w->fd, bytes, sizeof bytes);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return;
        for (ssize_t at = 0; at < n;) {
            const struct inotify_event *event =
                (const struct inotify_event *)(const void *)(bytes + at);
            take_event(w, event);
            at += (ssize_t)(sizeof *event + event->len);
        }
    }
}
