/* SPDX-License-Identifier: MIT
 *
 * One watched file: from the first sign of a change to the moment its content is known to be
 * complete and different.
 */
#include "os/watch_own.h"

#include "os/clock.h"
#include "os/errno_status.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    TEXT_QUIET_MS = 60,
    TEXT_CAP_MS = 500,
    BINARY_QUIET_MS = 100,
    WRITER_CAP_MS = 5000,  /* Somebody keeps the file open for writing. */
    GONE_MS = 250,         /* More for a file that became empty or went away. */
    POLLED_QUIET_MS = 250, /* Without events a writer's pause looks like the end. */
    COARSE_TIME_MS = 50,   /* Two saves this close may show the same times. */
    PIECE = 64 * 1024,
};

static uint64_t quiet_ns(const struct watch_file *file) {
    uint64_t ms = file->settle == WATCH_BINARY ? BINARY_QUIET_MS : TEXT_QUIET_MS;
    if (file->polled && ms < POLLED_QUIET_MS) ms = POLLED_QUIET_MS;
    return ms * WATCH_MS;
}

static uint64_t cap_ns(const struct watch_file *file) {
    return (file->settle == WATCH_BINARY ? WRITER_CAP_MS : TEXT_CAP_MS) * WATCH_MS;
}

void watch_file_look(const struct watch_file *file, struct watch_content *out) {
    struct file_info info;
    wisp_status status = file_stat(file->path, &info);
    *out = (struct watch_content){.existence = WATCH_MISSING};
    if (status == WISP_E_NOT_FOUND) return;
    out->existence = WATCH_UNREADABLE;
    if (status == WISP_OK) out->id = info.id;
}

static bool same_look(const struct watch_content *a, const struct watch_content *b) {
    return (a->existence == WATCH_MISSING) == (b->existence == WATCH_MISSING) &&
           file_id_equal(a->id, b->id);
}

static bool same_content(const struct watch_content *a, const struct watch_content *b) {
    return a->existence == b->existence && hash128_equal(a->hash, b->hash);
}

bool watch_file_moved(const struct watch_file *file) {
    struct watch_content look;
    watch_file_look(file, &look);
    return !same_look(&look, &file->known);
}

static wisp_status hash_fd(int fd, struct watch_content *out) {
    unsigned char piece[PIECE];
    struct hash hash;
    hash_begin(&hash);
    out->size = 0;
    for (;;) {
        ssize_t n = read(fd, piece, sizeof piece);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return errno_status(errno);
        if (n == 0) break;
        hash_add(&hash, piece, (size_t)n);
        out->size += (uint64_t)n;
    }
    out->hash = hash_finish128(&hash);
    return WISP_OK;
}

static wisp_status read_open(int fd, struct watch_content *out, bool *steady) {
    struct file_info info;
    wisp_status status = file_stat_fd(fd, &info);
    if (status < 0) return status;
    if (info.kind == FILE_DIRECTORY) return WISP_E_IS_DIRECTORY;
    if (info.kind != FILE_REGULAR) return WISP_E_NOT_A_FILE;
    out->id = info.id;
    *steady = !file_has_writer(fd);
    return hash_fd(fd, out);
}

/* steady: nobody was writing, and the path names the same file in the same state after reading
 * as before. */
void watch_file_read(const struct watch_file *file, struct watch_content *out, bool *steady) {
    struct watch_content after;
    *out = (struct watch_content){.existence = WATCH_READ};
    *steady = true;
    int fd = open(file->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    wisp_status status = fd < 0 ? errno_status(errno) : read_open(fd, out, steady);
    if (fd >= 0) close(fd);
    if (status < 0) {
        watch_file_look(file, out);
        if (status == WISP_E_NOT_FOUND) return;
        out->hash = hash_bytes128(&status, sizeof status);
        return;
    }
    watch_file_look(file, &after);
    if (!same_look(out, &after)) *steady = false;
}

/* The next look: when it has been quiet long enough, but not past the cap. */
static void settle_later(struct watch_file *file, uint64_t now, uint64_t cap) {
    uint64_t due = now + quiet_ns(file), last = file->first_ns + cap;
    file->due_ns = due < last ? due : last > now ? last : now;
}

void watch_file_sign(struct watch *w, struct watch_file *file, bool polled) {
    if (file->phase != WATCH_SETTLING) {
        file->first_ns = w->now_ns;
        file->polled = polled;
    }
    if (!polled) file->polled = false;
    file->phase = WATCH_SETTLING;
    file->again_ns = 0;
    file->changed_ns = w->now_ns;
    watch_file_look(file, &file->seen);
    settle_later(file, w->now_ns, cap_ns(file));
}

/* Empty or gone after it held something: most often a save that is half done. */
static bool may_come_back(const struct watch_file *file, const struct watch_content *fresh) {
    bool had = file->known.existence == WATCH_READ && file->known.size > 0;
    bool has = fresh->existence == WATCH_READ && fresh->size > 0;
    return had && !has && fresh->existence != WATCH_UNREADABLE;
}

static void take_content(struct watch *w, struct watch_file *file,
                         const struct watch_content *fresh) {
    int64_t age = clock_wall_ns() - fresh->id.mtime_ns;
    bool coarse = age > -(int64_t)(COARSE_TIME_MS * WATCH_MS) &&
                  age < (int64_t)(COARSE_TIME_MS * WATCH_MS);
    file->again_ns = coarse && fresh->existence == WATCH_READ ? w->now_ns + quiet_ns(file) : 0;
    if (same_content(fresh, &file->known)) {
        file->known = *fresh;
        file->phase = WATCH_QUIET;
        return;
    }
    file->fresh = *fresh;
    file->phase = WATCH_READY;
    file->due_ns = w->now_ns;
}

/* Look at a settling file whose time has come. */
void watch_file_step(struct watch *w, struct watch_file *file) {
    uint64_t now = w->now_ns, waited = now - file->first_ns;
    struct watch_content look, fresh;
    bool steady;
    watch_file_look(file, &look);
    if (!same_look(&look, &file->seen)) {
        file->seen = look;
        file->changed_ns = now;
        if (waited < cap_ns(file)) {
            settle_later(file, now, cap_ns(file));
            return;
        }
    }
    watch_file_read(file, &fresh, &steady);
    if (!steady && waited < WRITER_CAP_MS * WATCH_MS) {
        settle_later(file, now, WRITER_CAP_MS * WATCH_MS);
        return;
    }
    uint64_t patience = file->changed_ns + quiet_ns(file) + GONE_MS * WATCH_MS;
    if (may_come_back(file, &fresh) && now < patience) {
        file->due_ns = patience;
        return;
    }
    take_content(w, file, &fresh);
}
