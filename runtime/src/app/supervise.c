/* SPDX-License-Identifier: MIT
 *
 * supervise - two processes: a tiny parent that waits, and the worker that runs plugins.
 */
#include "app/supervise.h"

#include "app/exit.h"
#include "base/status.h"
#include "base/str.h"
#include "os/clock.h"
#include "os/file.h"
#include "os/process.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { POLL_MS = 50, LEAVE_MS = 3000 };

enum ending { ENDED_WELL = 1, ENDED_CRASH, ENDED_HANG, ENDED_STALL };

/* One worker as its parent sees it. */
struct watched {
    pid_t pid;
    uint64_t begin_ns, beat_ns, frame_ns, told_ns; /* told: asked to leave */
    unsigned beat;
    unsigned long long frame;
    int code; /* once ended */
    struct process_result result;
};

static uint64_t ms_since(uint64_t ns) { return (clock_now_ns() - ns) / 1000000; }

static int run_worker(const struct supervise_desc *desc, struct supervise *s, pid_t parent) {
    sigset_t none;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) return EXIT_MACHINE;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    int code = desc->worker(desc->user, s);
    fflush(NULL);
    atomic_store(&s->shared->finished, 1);
    return code;
}

/* Signals that a person sends go on to the worker, which leaves when it has put things in
 * order; one that does not is ended. */
static void forward(struct watched *w, int signal) {
    if (signal <= 0 || signal == SIGCHLD) return;
    kill(w->pid, signal);
    if (signal != SIGHUP && w->told_ns == 0) w->told_ns = clock_now_ns();
}

static bool has_ended(struct watched *w) {
    int status = 0;
    pid_t got = waitpid(w->pid, &status, WNOHANG);
    if (got == 0 || (got < 0 && errno == EINTR)) return false;
    w->result = (struct process_result){
        .exited = got > 0 && WIFEXITED(status),
        .code = got > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : 0,
        .signal = got > 0 && WIFSIGNALED(status) ? WTERMSIG(status) : 0,
    };
    return true;
}

/* 0 while all is well. */
static enum ending is_stuck(struct watched *w, struct supervise_shared *shared, bool patient) {
    unsigned beat = atomic_load(&shared->trace.beat);
    unsigned long long frame = atomic_load(&shared->frame);
    bool in_plugin = atomic_load(&shared->trace.phase) != PHASE_NONE;
    if (beat != w->beat || !in_plugin) w->beat_ns = clock_now_ns();
    if (frame != w->frame || in_plugin) w->frame_ns = clock_now_ns();
    w->beat = beat;
    w->frame = frame;
    if (in_plugin && ms_since(w->beat_ns) > SUPERVISE_HANG_MS) return ENDED_HANG;
    if (!patient && frame > 0 && ms_since(w->frame_ns) > SUPERVISE_STALL_MS) return ENDED_STALL;
    if (w->told_ns != 0 && ms_since(w->told_ns) > LEAVE_MS) return ENDED_STALL;
    return 0;
}

static enum ending wait_for(struct watched *w, struct supervise_shared *shared,
                            const sigset_t *signals, bool patient) {
    const struct timespec poll = {.tv_nsec = POLL_MS * 1000000L};
    for (;;) {
        if (has_ended(w)) return atomic_load(&shared->finished) ? ENDED_WELL : ENDED_CRASH;
        enum ending stuck = is_stuck(w, shared, patient);
        if (stuck != 0) {
            kill(w->pid, SIGKILL);
            waitpid(w->pid, NULL, 0);
            return w->told_ns != 0 && stuck == ENDED_STALL ? ENDED_WELL : stuck;
        }
        forward(w, sigtimedwait(signals, NULL, &poll));
    }
}

/* "update of 'snow'", "load". */
static void doing(const struct plugin_trace *t, char *out, size_t size) {
    const char *phase = plugin_phase_text((enum plugin_phase)atomic_load(&t->phase));
    if (t->instance[0] == '\0')
        str_copy(out, size, phase);
    else
        str_format(out, size, "%s of '%s'", phase, t->instance);
}

static void report(const struct watched *w, const struct supervise_shared *shared,
                   enum ending how) {
    const struct plugin_trace *t = &shared->trace;
    char end[64], what[2 * TRACE_NAME];
    unsigned phase = atomic_load(&t->phase);
    unsigned long long frame = atomic_load(&shared->frame);
    process_result_text(&w->result, end, sizeof end);
    doing(t, what, sizeof what);
    if (phase == PHASE_NONE && how == ENDED_STALL)
        exit_error(EXIT_PLUGIN, "hang", "no frame for %d s after frame %llu",
                   SUPERVISE_STALL_MS / 1000, frame);
    else if (phase == PHASE_NONE)
        exit_error(EXIT_PLUGIN, "crash", "ended with %s at frame %llu, in no plugin", end,
                   frame);
    else if (how == ENDED_HANG)
        exit_error(
            EXIT_PLUGIN, "plugin-hang",
            "plugin '%s' (generation %u) does not return from %s at frame %llu, step %llu",
            t->effect, t->generation, what, frame, (unsigned long long)t->step);
    else
        exit_error(EXIT_PLUGIN, "plugin-crash",
                   "plugin '%s' (generation %u) crashed in %s at frame %llu, step %llu: %s",
                   t->effect, t->generation, what, frame, (unsigned long long)t->step, end);
}

/* The code that was running is not run again. */
static void quarantine(struct supervise_shared *shared) {
    const struct plugin_trace *t = &shared->trace;
    unsigned phase = atomic_load(&t->phase);
    if (phase == PHASE_NONE) return;
    builds_quarantine(&shared->builds, (struct hash128){t->hash[0], t->hash[1]},
                      phase == PHASE_LOAD);
}

static wisp_status open_shared(struct supervise *s) {
    wisp_status status = shm_create("wisp-shared", sizeof *s->shared, &s->memory);
    if (status != WISP_OK) return status;
    s->shared = s->memory.bytes;
    for (int i = 0; i < 2 && status == WISP_OK; i++)
        status = shm_create("wisp-checkpoint", 4096, &s->slots[i]);
    return status;
}

static void close_shared(struct supervise *s) {
    for (int i = 0; i < 2; i++)
        if (s->slots[i].bytes != NULL) shm_close(&s->slots[i]);
    if (s->memory.bytes != NULL) shm_close(&s->memory);
}

/* One worker from start to end. *code is its exit code when it ended well. */
static enum ending one_worker(const struct supervise_desc *desc, struct supervise *s,
                              const sigset_t *signals, int *code) {
    struct watched w = {.begin_ns = clock_now_ns()};
    pid_t parent = getpid();
    w.beat_ns = w.frame_ns = w.begin_ns;
    atomic_store(&s->shared->finished, 0);
    atomic_store(&s->shared->frame, 0);
    atomic_store(&s->shared->trace.phase, PHASE_NONE);
    fflush(NULL);
    w.pid = fork();
    if (w.pid < 0) {
        *code =
            exit_error(EXIT_MACHINE, "process", "cannot start a process: %s", strerror(errno));
        return ENDED_WELL;
    }
    if (w.pid == 0) _exit(run_worker(desc, s, parent));
    enum ending how = wait_for(&w, s->shared, signals, desc->patient);
    *code = w.result.exited ? w.result.code : EXIT_INTERRUPTED;
    if (how == ENDED_WELL) return how;
    report(&w, s->shared, how);
    quarantine(s->shared);
    if (s->shared->partial[0] != '\0') file_remove(s->shared->partial);
    s->shared->partial[0] = '\0';
    bool progressed = ms_since(w.begin_ns) > SUPERVISE_PROGRESS_MS;
    s->shared->crashes = progressed ? 1 : s->shared->crashes + 1;
    return how;
}

static int watch_workers(const struct supervise_desc *desc, struct supervise *s) {
    sigset_t signals, before;
    int code = EXIT_OK;
    sigemptyset(&signals);
    sigaddset(&signals, SIGCHLD);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    sigprocmask(SIG_BLOCK, &signals, &before);
    while (one_worker(desc, s, &signals, &code) != ENDED_WELL) {
        code = EXIT_PLUGIN;
        if (!desc->restart) break;
        if (s->shared->crashes > SUPERVISE_CRASHES_MOST) {
            exit_error(EXIT_PLUGIN, "crash-loop",
                       "crashed %u times in a row without running for %d s: giving up",
                       s->shared->crashes, SUPERVISE_PROGRESS_MS / 1000);
            break;
        }
        unsigned latest = atomic_load(&s->shared->latest);
        fprintf(stderr, "wisp: restarting from %s%llu\n",
                latest != 0 ? "the checkpoint at step " : "the beginning, step ",
                latest != 0 ? (unsigned long long)s->shared->step[latest - 1] : 0ull);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return code;
}

int supervise(struct app *app, const struct supervise_desc *desc) {
    struct supervise s = {0};
    (void)app;
    wisp_status status = open_shared(&s);
    int code;
    if (status != WISP_OK)
        code = exit_error(EXIT_MACHINE, "memory", "no shared memory: %s", status_text(status));
    else if (desc->restart &&
             file_temp_dir("wisp-run-", s.shared->builds.folder, PATH_SIZE) != WISP_OK)
        code = exit_error(EXIT_OUTPUT, "output", "cannot make a temporary folder");
    else if (desc->alone)
        code = desc->worker(desc->user, &s);
    else
        code = watch_workers(desc, &s);
    if (s.shared != NULL && s.shared->builds.folder[0] != '\0')
        file_remove_tree(s.shared->builds.folder);
    close_shared(&s);
    return code;
}

void supervise_frame(struct supervise *s) { atomic_fetch_add(&s->shared->frame, 1); }

wisp_status supervise_checkpoint(struct supervise *s, const void *bytes, size_t size,
                                 uint64_t step) {
    unsigned latest = atomic_load(&s->shared->latest);
    unsigned slot = latest == 1 ? 1 : 0; /* the older one */
    struct shm *to = &s->slots[slot];
    wisp_status status = size > to->size ? shm_resize(to, size + size / 4) : WISP_OK;
    if (status != WISP_OK) return status;
    memcpy(to->bytes, bytes, size);
    s->shared->size[slot] = size;
    s->shared->step[slot] = step;
    atomic_store(&s->shared->latest, slot + 1);
    return WISP_OK;
}

const void *supervise_latest(struct supervise *s, size_t *size) {
    unsigned latest = atomic_load(&s->shared->latest);
    if (latest == 0) return NULL;
    struct shm *from = &s->slots[latest - 1];
    if (shm_refresh(from) != WISP_OK || s->shared->size[latest - 1] > from->size) return NULL;
    *size = s->shared->size[latest - 1];
    return from->bytes;
}
