/* SPDX-License-Identifier: MIT
 *
 * Talking with a child: write, read, and wait while reading so that it cannot block on a full
 * pipe.
 */
#include "os/process_own.h"

#include "os/clock.h"
#include "os/errno_status.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

enum { KEEP_DEFAULT = 1024 * 1024, POLL_WITHOUT_PIDFD_MS = 5, PIECES_MOST = 64 };
#define MILLISECOND_NS UINT64_C(1000000)

/* A pipe whose reader is gone raises SIGPIPE for this thread: held back, then taken away. */
static ssize_t write_quietly(int fd, const void *bytes, size_t size) {
    sigset_t pipe_set, before, pending;
    sigemptyset(&pipe_set);
    sigaddset(&pipe_set, SIGPIPE);
    sigpending(&pending);
    pthread_sigmask(SIG_BLOCK, &pipe_set, &before);
    ssize_t n = write(fd, bytes, size);
    int error = errno;
    if (n < 0 && error == EPIPE && !sigismember(&pending, SIGPIPE)) {
        const struct timespec now = {0, 0};
        while (sigtimedwait(&pipe_set, NULL, &now) < 0 && errno == EINTR) {
        }
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return n;
}

static int left_ms(uint64_t until_ns) {
    if (until_ns == UINT64_MAX) return -1;
    uint64_t now = clock_now_ns();
    return now >= until_ns ? 0 : (int)((until_ns - now + MILLISECOND_NS - 1) / MILLISECOND_NS);
}

static uint64_t deadline(int timeout_ms) {
    return timeout_ms < 0 ? UINT64_MAX : clock_now_ns() + (uint64_t)timeout_ms * MILLISECOND_NS;
}

wisp_status process_write(struct process *process, const void *bytes, size_t size,
                          int timeout_ms) {
    const unsigned char *at = bytes;
    uint64_t until = deadline(timeout_ms);
    if (process->fds[0] < 0) return WISP_E_BAD_STATE;
    while (size > 0) {
        ssize_t n = write_quietly(process->fds[0], at, size);
        if (n > 0) {
            at += n;
            size -= (size_t)n;
            continue;
        }
        if (n < 0 && errno == EINTR) continue;
        if (n < 0 && errno != EAGAIN) return WISP_E_IO;
        struct pollfd p = {.fd = process->fds[0], .events = POLLOUT};
        int wait = left_ms(until);
        if (wait == 0) return WISP_E_TIMEOUT;
        if (poll(&p, 1, wait) < 0 && errno != EINTR) return errno_status(errno);
    }
    return WISP_OK;
}

/* Read what is there now; what passes limit is thrown away. A child that writes as fast as we
 * read does not keep us here for ever. */
static wisp_status drain(int fd, size_t limit, struct strbuf *out) {
    char piece[16 * 1024];
    for (int i = 0; i < PIECES_MOST; i++) {
        ssize_t n = read(fd, piece, sizeof piece);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return errno == EAGAIN ? WISP_OK : errno_status(errno);
        if (n == 0) return WISP_E_NOT_FOUND;
        size_t room = out && out->length < limit ? limit - out->length : 0;
        size_t keep = (size_t)n < room ? (size_t)n : room;
        if (keep) strbuf_add_n(out, piece, keep);
        if (out && out->status < 0) return out->status;
    }
    return WISP_OK;
}

wisp_status process_read(struct process *process, int fd, struct strbuf *out) {
    (void)process;
    return fd < 0 ? WISP_E_NOT_FOUND : drain(fd, SIZE_MAX, out);
}

/* Both output pipes; one that is at its end is closed, so that poll no longer wakes for it. */
static wisp_status drain_both(struct process *process, size_t limit, struct strbuf *const *to) {
    for (int i = 1; i <= 2; i++) {
        if (process->fds[i] < 0) continue;
        wisp_status status = drain(process->fds[i], limit, to[i - 1]);
        if (status == WISP_OK) continue;
        close(process->fds[i]);
        process->fds[i] = -1;
        if (status != WISP_E_NOT_FOUND) return status;
    }
    return WISP_OK;
}

static void sleep_until_news(const struct process *process, uint64_t until) {
    struct pollfd p[3] = {{.fd = process->fds[1], .events = POLLIN},
                          {.fd = process->fds[2], .events = POLLIN},
                          {.fd = process->pidfd, .events = POLLIN}};
    int wait = left_ms(until);
    if (process->pidfd < 0 && (wait < 0 || wait > POLL_WITHOUT_PIDFD_MS))
        wait = POLL_WITHOUT_PIDFD_MS;
    (void)poll(p, 3, wait);
}

wisp_status process_wait(struct process *process, int timeout_ms, size_t limit,
                         struct strbuf *out, struct strbuf *err,
                         struct process_result *result) {
    struct strbuf *const to[2] = {out, err};
    uint64_t until = deadline(timeout_ms);
    size_t keep = limit ? limit : KEEP_DEFAULT;
    for (;;) {
        /* In this order: what a child wrote before it ended is in the pipe by then. */
        wisp_status ended = process_reap(process, 0, result);
        wisp_status status = drain_both(process, keep, to);
        if (status < 0) return status;
        if (ended != WISP_E_BUSY) return ended;
        if (left_ms(until) == 0) break;
        sleep_until_news(process, until);
    }
    process_kill(process);
    (void)process_reap(process, 1, result);
    (void)drain_both(process, keep, to);
    return WISP_E_TIMEOUT;
}
