/* SPDX-License-Identifier: MIT
 *
 * Which of a set of files changed, told once per change and only when it is complete.
 *
 * Directories are watched through inotify and events filtered by name, so a file that is
 * replaced, deleted, or does not exist yet is watched like any other. A stat of every path now
 * and then (250 ms without inotify, 2 s beside it) catches what no event tells. After the first
 * sign of change the watcher waits for quiet (settle), reads, checks that nothing moved
 * meanwhile, and compares a content hash: touch and identical saves are no change. All that is
 * due is told as one batch. It knows nothing of what the files mean.
 *
 * Units      Nanoseconds of clock_now_ns.
 * Ownership  Paths are copied. The batch is lent until the next watch call.
 * Errors     A missing file is no error. Trouble with inotify is told to the log once and
 *            polling takes over.
 * Threads    One at a time; reading for the hash takes a while for big files, so a host with
 *            many of them gives the watcher a thread of its own.
 */
#ifndef WISP_OS_WATCH_H
#define WISP_OS_WATCH_H

#include "base/hash.h"
#include "base/log.h"

enum watch_mode { WATCH_AUTO = 1, WATCH_POLL };

/* How long a file must be quiet. */
enum watch_settle {
    WATCH_TEXT = 1, /* 60 ms, at most 500 ms after the first event; empty: 250 ms more. */
    WATCH_BINARY,   /* 100 ms, at most 5 s: what compilers and linkers write. */
};

enum watch_event { WATCH_CHANGED = 1, WATCH_CREATED, WATCH_REMOVED };

struct watch_item {
    const char *path; /* As the caller writes it; it comes back unchanged. */
    enum watch_settle settle;
};

struct watch_change {
    const char *path; /* For a watched folder: folder/name. */
    enum watch_event event;
    struct hash128 hash; /* Of the content; zero when removed. */
    uint64_t size;
};

struct watch_batch {
    const struct watch_change *changes; /* Sorted by path. */
    size_t count;
};

struct watch;

/* log may be NULL. WATCH_AUTO never fails for want of inotify. */
wisp_status watch_create(const struct allocator *allocator, enum watch_mode mode,
                         struct log *log, struct watch **out);
void watch_destroy(struct watch *watch); /* NULL is fine. */

/* Watch one more file, as it is now: the state that changes are told against is read here.
 * Adding a watched path again changes its settle class only. */
wisp_status watch_add(struct watch *watch, const char *path, enum watch_settle settle);
/* Watch all files directly in a folder whose names end in suffix, also those to come. */
wisp_status watch_add_folder(struct watch *watch, const char *folder, const char *suffix,
                             enum watch_settle settle);
void watch_remove(struct watch *watch, const char *path); /* A file or a folder. */
/* Make the watched files exactly these (folders stay): known ones keep their state, so a change
 * that is settling is not lost. */
wisp_status watch_set(struct watch *watch, const struct watch_item *items, size_t count);

/* The caller has read this content (a failed or later load): tell only other content. */
void watch_set_known(struct watch *watch, const char *path, struct hash128 hash);

/* Take in events, give what is settled and due; count 0 when nothing is. Never blocks. */
wisp_status watch_poll(struct watch *watch, uint64_t now_ns, struct watch_batch *out);

/* For poll(2): readable when events wait. -1 when polling. */
int watch_fd(const struct watch *watch);
/* When watch_poll has something to do next even without an event; UINT64_MAX: never. */
uint64_t watch_due_ns(const struct watch *watch);
bool watch_is_polling(const struct watch *watch);

/* Names that editors leave behind: .swp, 4913, name~, #name#, .#name, *.tmp and the like, and
 * our own
 * ".wisp-*". */
bool watch_ignores_name(const char *name);

/* For tests: what the system would do. */
struct watch_hooks {
    int init_error; /* errno that starting inotify fails with; 0 none. */
    int add_error;  /* The same for adding a directory. */
};
wisp_status watch_create_hooked(const struct allocator *allocator, enum watch_mode mode,
                                struct log *log, struct watch_hooks hooks, struct watch **out);
void watch_inject_overflow(struct watch *watch);

#endif
