/* SPDX-License-Identifier: MIT
 *
 * Starting and ending children; their pipes are in process_pipe.c.
 */
#include "os/process.h"

#include "os/errno_status.h"
#include "os/process_own.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* What the child needs between fork and exec, made before: it may only call what is safe in a
 * copy of a process with threads. */
struct launch {
    const struct process_desc *desc;
    char **argv, **environment;
    size_t environment_count;
    int ends[3];             /* What becomes 0, 1, 2 in the child; -1: as in the parent. */
    int report_read, report; /* Tells the errno of a failed exec; closes on success. */
    pid_t parent;
};

static int is_override(const char *variable, const char *const *environment) {
    size_t name = strcspn(variable, "=");
    for (size_t i = 0; environment && environment[i]; i++)
        if (strncmp(environment[i], variable, name + 1) == 0) return 1;
    return 0;
}

/* The parent's variables less those given, then those given. exec wants pointers to char, but
 * writes to none. */
static wisp_status launch_environment(const struct allocator *a, struct launch *l) {
    const char *const *given = l->desc->environment;
    size_t count = 1, n = 0;
    for (size_t i = 0; environ[i]; i++) count++;
    for (size_t i = 0; given && given[i]; i++) count++;
    l->environment = alloc_array(a, count, sizeof *l->environment);
    if (!l->environment) return WISP_E_NOMEM;
    l->environment_count = count;
    for (size_t i = 0; environ[i]; i++)
        if (!is_override(environ[i], given)) l->environment[n++] = environ[i];
    for (size_t i = 0; given && given[i]; i++)
        memcpy(&l->environment[n++], &given[i], sizeof given[i]);
    return WISP_OK;
}

/* Not 0, 1 or 2, which a parent without standard streams would get. */
static int move_up(int fd) {
    if (fd < 0 || fd > 2) return fd;
    int moved = fcntl(fd, F_DUPFD_CLOEXEC, 3);
    close(fd);
    return moved;
}

static wisp_status open_pipe(int *read_end, int *write_end) {
    int fds[2];
    if (pipe2(fds, O_CLOEXEC) != 0) return errno_status(errno);
    *read_end = move_up(fds[0]);
    *write_end = move_up(fds[1]);
    return *read_end < 0 || *write_end < 0 ? WISP_E_LIMIT : WISP_OK;
}

static wisp_status open_stream(enum process_stream stream, int number, int *child,
                               int *parent) {
    wisp_status status = WISP_OK;
    if (stream == PROCESS_NULL) {
        *child = move_up(open("/dev/null", O_RDWR | O_CLOEXEC));
        if (*child < 0) status = errno_status(errno);
    } else if (stream == PROCESS_PIPE) {
        status = number == 0 ? open_pipe(child, parent) : open_pipe(parent, child);
        if (*parent >= 0) (void)fcntl(*parent, F_SETFL, O_NONBLOCK);
    }
    return status;
}

static void close_fd(int *fd) {
    if (*fd >= 0) close(*fd);
    *fd = -1;
}

static void child_signals(void) {
    struct sigaction action = {.sa_handler = SIG_DFL};
    for (int i = 1; i < NSIG; i++) (void)sigaction(i, &action, NULL);
    sigset_t none;
    sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
}

static int child_streams(const struct launch *l) {
    for (int i = 0; i < 3; i++)
        if (l->ends[i] >= 0 && dup2(l->ends[i], i) < 0) return -1;
    if (l->desc->stderr_stream == PROCESS_TO_STDOUT && dup2(1, 2) < 0) return -1;
    (void)close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
    for (size_t i = 0; i < l->desc->keep_fd_count; i++)
        if (fcntl(l->desc->keep_fds[i], F_SETFD, 0) < 0) return -1;
    return 0;
}

static _Noreturn void child_main(const struct launch *l) {
    child_signals();
    int ok = 1;
    if (l->desc->die_with_parent) {
        (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != l->parent) _exit(127);
    }
    if (!l->desc->join_group) (void)setpgid(0, 0);
    if (child_streams(l) < 0) ok = 0;
    if (ok && l->desc->folder && chdir(l->desc->folder) != 0) ok = 0;
    if (ok) execvpe(l->argv[0], l->argv, l->environment);
    int error = errno;
    ssize_t n = write(l->report, &error, sizeof error);
    (void)n;
    _exit(127);
}

/* Waits until the child has become the other program or said why not. */
static wisp_status read_report(int fd) {
    int error;
    ssize_t n;
    do n = read(fd, &error, sizeof error);
    while (n < 0 && errno == EINTR);
    return n == (ssize_t)sizeof error ? errno_status(error) : WISP_OK;
}

static wisp_status launch_fork(struct launch *l, struct process *p) {
    l->parent = getpid();
    p->pid = fork();
    if (p->pid < 0) return errno_status(errno);
    if (p->pid == 0) child_main(l);
    if (!l->desc->join_group) (void)setpgid(p->pid, p->pid);
    p->own_group = !l->desc->join_group;
    close_fd(&l->report);
    wisp_status status = read_report(l->report_read);
    if (status < 0) {
        (void)waitpid(p->pid, NULL, 0);
        p->pid = -1;
        return status;
    }
    p->running = 1;
    p->pidfd = (int)syscall(SYS_pidfd_open, p->pid, 0);
    return WISP_OK;
}

static wisp_status launch_open(const struct allocator *a, struct launch *l, struct process *p) {
    const struct process_desc *d = l->desc;
    memcpy(&l->argv, &d->argv, sizeof l->argv);
    wisp_status status = launch_environment(a, l);
    if (status == WISP_OK) status = open_pipe(&l->report_read, &l->report);
    if (status == WISP_OK) status = open_stream(d->stdin_stream, 0, &l->ends[0], &p->fds[0]);
    if (status == WISP_OK) status = open_stream(d->stdout_stream, 1, &l->ends[1], &p->fds[1]);
    if (status == WISP_OK) status = open_stream(d->stderr_stream, 2, &l->ends[2], &p->fds[2]);
    return status;
}

wisp_status process_start(const struct allocator *allocator, const struct process_desc *desc,
                          struct process **out) {
    if (!desc->argv || !desc->argv[0]) return WISP_E_BAD_PARAM;
    struct process *p = alloc_zero(allocator, sizeof *p);
    if (!p) return WISP_E_NOMEM;
    *p = (struct process){.allocator = allocator, .pid = -1, .pidfd = -1, .fds = {-1, -1, -1}};
    struct launch l = {.desc = desc, .ends = {-1, -1, -1}, .report_read = -1, .report = -1};
    wisp_status status = launch_open(allocator, &l, p);
    if (status == WISP_OK) status = launch_fork(&l, p);
    for (int i = 0; i < 3; i++) close_fd(&l.ends[i]);
    close_fd(&l.report);
    close_fd(&l.report_read);
    alloc_free(allocator, l.environment, l.environment_count * sizeof *l.environment);
    if (status < 0) {
        process_free(p);
        return status;
    }
    *out = p;
    return WISP_OK;
}

void process_free(struct process *process) {
    if (!process) return;
    if (process->running) {
        process_kill(process);
        struct process_result result;
        (void)process_reap(process, 1, &result);
    }
    for (int i = 0; i < 3; i++) close_fd(&process->fds[i]);
    close_fd(&process->pidfd);
    alloc_free(process->allocator, process, sizeof *process);
}

int64_t process_own_id(void) { return getpid(); }

int64_t process_id(const struct process *process) { return process->pid; }
int process_stdin(const struct process *process) { return process->fds[0]; }
int process_stdout(const struct process *process) { return process->fds[1]; }
int process_stderr(const struct process *process) { return process->fds[2]; }
void process_close_stdin(struct process *process) { close_fd(&process->fds[0]); }

wisp_status process_signal(struct process *process, int signal) {
    if (!process->running) return WISP_E_BAD_STATE;
    pid_t target = process->own_group ? -process->pid : process->pid;
    return kill(target, signal) == 0 ? WISP_OK : errno_status(errno);
}

void process_kill(struct process *process) { (void)process_signal(process, SIGKILL); }

wisp_status process_reap(struct process *process, int wait, struct process_result *out) {
    int state;
    if (!process->running) {
        *out = process->result;
        return WISP_OK;
    }
    pid_t pid;
    do pid = waitpid(process->pid, &state, wait ? 0 : WNOHANG);
    while (pid < 0 && errno == EINTR);
    if (pid == 0) return WISP_E_BUSY;
    if (pid < 0) return errno_status(errno);
    process->running = 0;
    process->result =
        (struct process_result){.exited = WIFEXITED(state),
                                .code = WIFEXITED(state) ? WEXITSTATUS(state) : 0,
                                .signal = WIFSIGNALED(state) ? WTERMSIG(state) : 0,
                                .dumped_core = WIFSIGNALED(state) && WCOREDUMP(state)};
    *out = process->result;
    return WISP_OK;
}

wisp_status process_poll(struct process *process, struct process_result *out) {
    return process_reap(process, 0, out);
}

size_t process_result_text(const struct process_result *result, char *out, size_t size) {
    if (result->exited) return str_format(out, size, "exit code %d", result->code);
    const char *words = sigdescr_np(result->signal);
    return str_format(out, size, "signal %d (%s)", result->signal, words ? words : "unknown");
}
