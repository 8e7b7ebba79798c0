/* SPDX-License-Identifier: MIT
 *
 * Children: streams, ends, time limits, groups. The children are /bin/sh and its like, started
 * without a shell in between.
 */
#include "os/clock.h"
#include "os/process.h"
#include "support/suite.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static struct strbuf out, err;
static struct process_result result;

static struct process *start(const char *const *argv, struct process_desc desc) {
    struct process *p = NULL;
    desc.argv = argv;
    strbuf_init(&out, allocator_default());
    strbuf_init(&err, allocator_default());
    ck_assert_int_eq(process_start(allocator_default(), &desc, &p), WISP_OK);
    return p;
}

static struct process *shell(const char *script) {
    const char *const argv[] = {"sh", "-c", script, NULL};
    return start(argv, (struct process_desc){.stdin_stream = PROCESS_NULL,
                                             .stdout_stream = PROCESS_PIPE,
                                             .stderr_stream = PROCESS_PIPE});
}

static void finish(struct process *p) {
    process_free(p);
    strbuf_free(&out);
    strbuf_free(&err);
}

START_TEST(output_and_exit_code) {
    struct process *p = shell("echo out; echo err >&2; exit 3");
    ck_assert_int_eq(process_wait(p, 5000, 0, &out, &err, &result), WISP_OK);
    ck_assert_str_eq(strbuf_text(&out), "out\n");
    ck_assert_str_eq(strbuf_text(&err), "err\n");
    ck_assert(result.exited && result.code == 3);
    char text[64];
    process_result_text(&result, text, sizeof text);
    ck_assert_str_eq(text, "exit code 3");
    ck_assert_int_eq(process_poll(p, &result), WISP_OK); /* Again: the same. */
    ck_assert_int_eq(result.code, 3);
    ck_assert_int_eq(process_signal(p, SIGTERM), WISP_E_BAD_STATE);
    finish(p);
}
END_TEST

START_TEST(death_by_signal) {
    struct process *p = shell("kill -SEGV $$");
    ck_assert_int_eq(process_wait(p, 5000, 0, NULL, NULL, &result), WISP_OK);
    ck_assert(!result.exited && result.signal == SIGSEGV);
    char text[64];
    process_result_text(&result, text, sizeof text);
    ck_assert_str_eq(text, "signal 11 (Segmentation fault)");
    finish(p);
}
END_TEST

START_TEST(arguments_are_not_read_by_a_shell) {
    const char *const argv[] = {"printf", "%s|%s", "$(echo no); *", "a b", NULL};
    struct process *p = start(argv, (struct process_desc){.stdout_stream = PROCESS_PIPE});
    ck_assert_int_eq(process_wait(p, 5000, 0, &out, NULL, &result), WISP_OK);
    ck_assert_str_eq(strbuf_text(&out), "$(echo no); *|a b");
    finish(p);
}
END_TEST

START_TEST(what_cannot_start_is_told_at_once) {
    static const char *const none[] = {"/none/such", NULL}, *const folder[] = {"/tmp", NULL},
                             *const plain[] = {"/etc/passwd", NULL},
                             *const sh[] = {"sh", "-c", "exit 0", NULL};
    struct process *p = NULL;
    const struct allocator *a = allocator_default();
    ck_assert_int_eq(process_start(a, &(struct process_desc){.argv = none}, &p),
                     WISP_E_NOT_FOUND);
    ck_assert_int_eq(process_start(a, &(struct process_desc){.argv = folder}, &p),
                     WISP_E_DENIED);
    ck_assert_int_eq(process_start(a, &(struct process_desc){.argv = plain}, &p),
                     WISP_E_DENIED);
    ck_assert_int_eq(
        process_start(a, &(struct process_desc){.argv = sh, .folder = "/none"}, &p),
        WISP_E_NOT_FOUND);
    ck_assert_int_eq(process_start(a, &(struct process_desc){.argv = none + 1}, &p),
                     WISP_E_BAD_PARAM);
    ck_assert_ptr_null(p);
    ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1); /* No child is left. */
    ck_assert_int_eq(errno, ECHILD);
}
END_TEST

START_TEST(large_output_does_not_block_and_is_capped) {
    struct process *p = shell("head -c 3000000 /dev/zero | tr '\\0' x; echo done >&2");
    ck_assert_int_eq(process_wait(p, 20000, 1000, &out, &err, &result), WISP_OK);
    ck_assert(result.exited && result.code == 0);
    ck_assert_uint_eq(out.length, 1000);
    ck_assert_str_eq(strbuf_text(&err), "done\n");
    finish(p);
}
END_TEST

START_TEST(time_is_limited_for_the_whole_group) {
    struct process *p = shell("sleep 100 & echo $!; sleep 100; :");
    uint64_t before = clock_now_ns();
    ck_assert_int_eq(process_wait(p, 300, 0, &out, NULL, &result), WISP_E_TIMEOUT);
    ck_assert_uint_lt(clock_now_ns() - before, UINT64_C(20000000000));
    ck_assert(!result.exited && result.signal == SIGKILL);
    pid_t grandchild = (pid_t)atoi(strbuf_text(&out));
    ck_assert_int_gt(grandchild, 1);
    char path[64]; /* Its entry is gone, or it waits to be collected by init. */
    (void)snprintf(path, sizeof path, "/proc/%d/cmdline", grandchild);
    for (int i = 0; i < 200; i++) {
        char c;
        int fd = open(path, O_RDONLY);
        ssize_t n = fd < 0 ? 0 : read(fd, &c, 1);
        if (fd >= 0) close(fd);
        if (n <= 0) {
            finish(p);
            return;
        }
        clock_sleep_ns(10000000);
    }
    ck_abort_msg("the grandchild lives on");
}
END_TEST

START_TEST(a_fast_writer_cannot_outrun_the_limit) {
    const char *const argv[] = {"yes", NULL};
    struct process *p = start(argv, (struct process_desc){.stdout_stream = PROCESS_PIPE});
    ck_assert_int_eq(process_wait(p, 200, 100, &out, NULL, &result), WISP_E_TIMEOUT);
    ck_assert_uint_eq(out.length, 100);
    finish(p);
}
END_TEST

START_TEST(a_daemon_that_keeps_the_pipe_does_not_hold_us) {
    struct process *p = shell("sleep 3 & echo $!");
    ck_assert_int_eq(process_wait(p, 2000, 0, &out, NULL, &result), WISP_OK);
    ck_assert(result.exited && out.length > 0);
    kill((pid_t)atoi(strbuf_text(&out)), SIGKILL);
    finish(p);
}
END_TEST

START_TEST(input_reaches_the_child) {
    const char *const argv[] = {"cat", NULL};
    struct process *p = start(argv, (struct process_desc){.stdin_stream = PROCESS_PIPE,
                                                          .stdout_stream = PROCESS_PIPE});
    ck_assert_int_eq(process_write(p, "hello", 5, 1000), WISP_OK);
    process_close_stdin(p);
    ck_assert_int_eq(process_write(p, "x", 1, 0), WISP_E_BAD_STATE);
    ck_assert_int_eq(process_wait(p, 5000, 0, &out, NULL, &result), WISP_OK);
    ck_assert_str_eq(strbuf_text(&out), "hello");
    finish(p);
}
END_TEST

START_TEST(a_reader_that_is_gone_is_an_error_not_a_signal) {
    const char *const argv[] = {"true", NULL};
    struct process *p = start(argv, (struct process_desc){.stdin_stream = PROCESS_PIPE});
    ck_assert_int_eq(process_wait(p, 5000, 0, NULL, NULL, &result), WISP_OK);
    ck_assert_int_eq(process_write(p, "x", 1, 1000), WISP_E_IO);
    sigset_t pending;
    sigpending(&pending);
    ck_assert(!sigismember(&pending, SIGPIPE));
    finish(p);
}
END_TEST

START_TEST(a_reader_that_sleeps_times_out) {
    static char big[1 << 20];
    const char *const argv[] = {"sleep", "100", NULL};
    struct process *p = start(argv, (struct process_desc){.stdin_stream = PROCESS_PIPE});
    ck_assert_int_eq(process_write(p, big, sizeof big, 50), WISP_E_TIMEOUT);
    int64_t id = process_id(p);
    finish(p); /* Ends the child. */
    ck_assert_int_eq(kill((pid_t)id, 0), -1);
}
END_TEST

START_TEST(reading_while_it_runs) {
    struct process *p = shell("echo one; sleep 0.1; echo two");
    while (out.length == 0) {
        ck_assert_int_eq(process_read(p, process_stdout(p), &out), WISP_OK);
        clock_sleep_ns(1000000);
    }
    ck_assert_int_eq(process_wait(p, 5000, 0, &out, NULL, &result), WISP_OK);
    ck_assert_str_eq(strbuf_text(&out), "one\ntwo\n");
    finish(p);
}
END_TEST

START_TEST(environment_folder_and_merged_streams) {
    setenv("WISP_TEST_A", "parent", 1);
    setenv("WISP_TEST_AB", "other", 1);
    const char *const argv[] = {"sh", "-c",
                                "echo $WISP_TEST_A $WISP_TEST_AB $WISP_TEST_C; pwd >&2", NULL};
    const char *const environment[] = {"WISP_TEST_A=child", "WISP_TEST_C=new", NULL};
    struct process *p = start(argv, (struct process_desc){.environment = environment,
                                                          .folder = "/",
                                                          .stdout_stream = PROCESS_PIPE,
                                                          .stderr_stream = PROCESS_TO_STDOUT});
    ck_assert_int_eq(process_wait(p, 5000, 0, &out, NULL, &result), WISP_OK);
    ck_assert_str_eq(strbuf_text(&out), "child other new\n/\n");
    finish(p);
}
END_TEST

START_TEST(only_named_descriptors_pass) {
    int kept = open("/dev/null", O_RDONLY | O_CLOEXEC);
    int leaky = open("/dev/null", O_RDONLY); /* As a library might leave it. */
    char script[128];
    (void)snprintf(script, sizeof script,
                   "test -e /proc/self/fd/%d && test ! -e /proc/self/fd/%d", kept, leaky);
    const char *const argv[] = {"sh", "-c", script, NULL};
    struct process *p =
        start(argv, (struct process_desc){.keep_fds = &kept, .keep_fd_count = 1});
    ck_assert_int_eq(process_wait(p, 5000, 0, NULL, NULL, &result), WISP_OK);
    ck_assert(result.exited && result.code == 0);
    finish(p);
}
END_TEST

START_TEST(a_parent_without_standard_streams) {
    int kept = fcntl(2, F_DUPFD_CLOEXEC, 10);
    close(0), close(1), close(2);
    struct process *p = shell("echo out; echo err >&2");
    wisp_status status = process_wait(p, 5000, 0, &out, &err, &result);
    dup2(kept, 2);
    dup2(kept, 1);
    ck_assert_int_eq(status, WISP_OK);
    ck_assert_str_eq(strbuf_text(&out), "out\n");
    ck_assert_str_eq(strbuf_text(&err), "err\n");
    finish(p);
}
END_TEST

START_TEST(signals_are_as_for_a_new_program) {
    signal(SIGPIPE, SIG_IGN);
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    const char *const argv[] = {"grep", "-E", "^Sig(Blk|Ign):.*[1-9a-f]", "/proc/self/status",
                                NULL};
    struct process *p = start(argv, (struct process_desc){.stdout_stream = PROCESS_PIPE});
    ck_assert_int_eq(process_wait(p, 5000, 0, &out, NULL, &result), WISP_OK);
    ck_assert_str_eq(strbuf_text(&out), "");
    finish(p);
}
END_TEST

START_TEST(it_dies_with_its_parent) {
    int ends[2];
    ck_assert_int_eq(pipe2(ends, O_CLOEXEC), 0);
    pid_t parent = fork();
    if (parent == 0) { /* Starts a child that holds the pipe, then ends without a word. */
        const char *const argv[] = {"sleep", "100", NULL};
        struct process *p = NULL;
        (void)process_start(
            allocator_default(),
            &(struct process_desc){
                .argv = argv, .keep_fds = &ends[1], .keep_fd_count = 1, .die_with_parent = 1},
            &p);
        _exit(p ? 0 : 1);
    }
    close(ends[1]);
    int state;
    ck_assert_int_eq(waitpid(parent, &state, 0), parent);
    ck_assert_int_eq(state, 0);
    char c;
    ck_assert_int_eq(read(ends[0], &c, 1), 0); /* Its end closed: it is gone. */
}
END_TEST

static size_t open_descriptors(void) {
    size_t n = 0;
    for (int fd = 0; fd < 256; fd++) n += fcntl(fd, F_GETFD) >= 0;
    return n;
}

START_TEST(no_memory_leaves_nothing) {
    size_t before = open_descriptors();
    for (size_t n = 1; n < 10; n++) {
        struct allocator_failing f;
        allocator_failing_init(&f, allocator_default(), n, 1);
        const char *const argv[] = {"true", NULL};
        struct process *p = NULL;
        wisp_status status = process_start(
            &f.allocator, &(struct process_desc){.argv = argv, .stdout_stream = PROCESS_PIPE},
            &p);
        ck_assert_int_eq(status, n <= 2 ? WISP_E_NOMEM : WISP_OK);
        process_free(p);
    }
    ck_assert_uint_eq(open_descriptors(), before);
    ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1);
}
END_TEST

SUITE_MAIN("process", TEST(output_and_exit_code), TEST(death_by_signal),
           TEST(arguments_are_not_read_by_a_shell), TEST(what_cannot_start_is_told_at_once),
           TEST(large_output_does_not_block_and_is_capped),
           TEST(time_is_limited_for_the_whole_group),
           TEST(a_fast_writer_cannot_outrun_the_limit),
           TEST(a_daemon_that_keeps_the_pipe_does_not_hold_us), TEST(input_reaches_the_child),
           TEST(a_reader_that_is_gone_is_an_error_not_a_signal),
           TEST(a_reader_that_sleeps_times_out), TEST(reading_while_it_runs),
           TEST(environment_folder_and_merged_streams), TEST(only_named_descriptors_pass),
           TEST(a_parent_without_standard_streams), TEST(signals_are_as_for_a_new_program),
           TEST(it_dies_with_its_parent), TEST(no_memory_leaves_nothing))
