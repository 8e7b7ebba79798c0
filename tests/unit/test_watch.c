/* SPDX-License-Identifier: MIT
 *
 * The watcher: each complete change told once, whatever way it was written. Time is ours: it
 * goes on in steps of 5 ms per look, so nothing here waits and no load of the machine matters.
 */
#include "base/path.h"
#include "base/str.h"
#include "os/clock.h"
#include "os/file.h"
#include "os/watch.h"
#include "support/suite.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MS UINT64_C(1000000)
enum { STEP = 5, LONG = 8000 };

static char root[PATH_SIZE];
static struct watch *watch;
static struct log *watch_log;
static uint64_t now = 1000 * MS;
static int batches, changes, warnings;
static struct watch_change last;
static char last_path[PATH_SIZE];

static const char *in(const char *name) {
    static char paths[8][PATH_SIZE];
    static int next;
    next = (next + 1) % 8;
    ck_assert_int_eq(path_join(paths[next], PATH_SIZE, root, name), WISP_OK);
    return paths[next];
}

static void hear(void *user, enum log_level level, const char *origin, const char *text) {
    (void)user, (void)level, (void)origin, (void)text;
    warnings++;
}

static void begin_hooked(enum watch_mode mode, struct watch_hooks hooks) {
    ck_assert_int_eq(file_temp_dir("wisp-watch-", root, sizeof root), WISP_OK);
    ck_assert_int_eq(log_create(allocator_default(), &watch_log), WISP_OK);
    ck_assert_int_eq(log_add_sink(watch_log, hear, NULL), WISP_OK);
    ck_assert_int_eq(watch_create_hooked(allocator_default(), mode, watch_log, hooks, &watch),
                     WISP_OK);
}

static void begin(void) { begin_hooked(WATCH_AUTO, (struct watch_hooks){0, 0}); }

static void end(void) {
    watch_destroy(watch);
    log_destroy(watch_log);
    ck_assert_int_eq(file_remove_tree(root), WISP_OK);
}

/* Let time pass; returns the number of batches meanwhile. */
static int run(int ms) {
    int before = batches;
    for (int t = 0; t < ms; t += STEP) {
        struct watch_batch batch;
        now += STEP * MS;
        ck_assert_int_eq(watch_poll(watch, now, &batch), WISP_OK);
        if (batch.count == 0) continue;
        batches++;
        changes += (int)batch.count;
        last = batch.changes[batch.count - 1];
        str_copy(last_path, sizeof last_path, last.path);
    }
    return batches - before;
}

/* Until a batch comes; the milliseconds that took. */
static int run_until(int most_ms) {
    for (int t = STEP; t <= most_ms; t += STEP)
        if (run(STEP)) return t;
    return -1;
}

static void put(const char *name, const char *text) {
    int fd = open(in(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    close(fd);
}

static void add(const char *name, enum watch_settle settle) {
    ck_assert_int_eq(watch_add(watch, in(name), settle), WISP_OK);
}

static void last_is(const char *text) {
    ck_assert(hash128_equal(last.hash, hash_bytes128(text, strlen(text))));
    ck_assert_uint_eq(last.size, strlen(text));
}

/* The ways editors save. */
static void save_in_place(const char *text) { put("a", text); }
static void save_rename_over(const char *text) {
    put("a.new", text);
    ck_assert_int_eq(rename(in("a.new"), in("a")), 0);
}
static void save_backup_create(const char *text) {
    ck_assert_int_eq(rename(in("a"), in("a~")), 0);
    put("a", text);
}
static void save_unlink_create(const char *text) {
    ck_assert_int_eq(unlink(in("a")), 0);
    put("a", text);
}
static void save_backup_later(const char *text) { /* Gone for 100 ms. */
    ck_assert_int_eq(rename(in("a"), in("a~")), 0);
    ck_assert_int_eq(run(100), 0);
    put("a", text);
}
static void save_link_over(const char *text) {
    put("b", text);
    ck_assert_int_eq(unlink(in("a")), 0);
    ck_assert_int_eq(link(in("b"), in("a")), 0);
    ck_assert_int_eq(unlink(in("b")), 0);
}
static void save_truncate_stall(const char *text) { /* Empty for 120 ms, half for 120 ms. */
    int fd = open(in("a"), O_WRONLY | O_TRUNC | O_CLOEXEC);
    ck_assert_int_eq(run(120), 0);
    size_t n = strlen(text) / 2;
    ck_assert_int_eq(write(fd, text, n), (ssize_t)n);
    ck_assert_int_eq(run(120), 0);
    ck_assert_int_eq(write(fd, text + n, strlen(text) - n), (ssize_t)(strlen(text) - n));
    close(fd);
}
static void save_byte_by_byte(const char *text) { /* A new file, over 3 s. */
    ck_assert_int_eq(unlink(in("a")), 0);
    int fd = open(in("a"), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    size_t n = strlen(text);
    for (size_t i = 0; i < n; i++) {
        ck_assert_int_eq(write(fd, text + i, 1), 1);
        ck_assert_int_eq(run(3000 / (int)n), 0);
    }
    close(fd);
}
static void save_preallocated(const char *text) { /* The full size first, then filled. */
    int fd = open(in("a.tmp"), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    ck_assert_int_eq(ftruncate(fd, (off_t)strlen(text)), 0);
    ck_assert_int_eq(rename(in("a.tmp"), in("a")), 0);
    ck_assert_int_eq(run(400), 0);
    ck_assert_int_eq(pwrite(fd, text, strlen(text), 0), (ssize_t)strlen(text));
    close(fd);
}

static void (*const saves[])(const char *text) = {
    save_in_place,       save_rename_over,  save_backup_create,
    save_unlink_create,  save_backup_later, save_link_over,
    save_truncate_stall, save_byte_by_byte, save_preallocated};
enum { SAVES = sizeof saves / sizeof saves[0] };

START_TEST(every_way_to_save_is_one_change) { /* Five times each, as text and as binary. */
    begin();
    put("a", "the first of all contents");
    add("a", _i < SAVES ? WATCH_TEXT : WATCH_BINARY);
    ck_assert_int_eq(run(1000), 0);
    for (int i = 0; i < 5; i++) {
        char text[64];
        (void)snprintf(text, sizeof text, "content number %d, whole", i);
        saves[_i % SAVES](text);
        ck_assert_int_ne(run_until(500), -1);
        last_is(text);
        ck_assert_int_eq(last.event, WATCH_CHANGED);
        ck_assert_str_eq(last_path, in("a"));
        ck_assert_int_eq(run(3000), 0);
    }
    end();
}
END_TEST

START_TEST(a_plain_save_is_told_after_the_quiet_time) {
    begin();
    put("a", "1");
    add("a", WATCH_TEXT);
    run(100);
    put("a", "2");
    int ms = run_until(500);
    ck_assert(ms >= 60 && ms <= 75);
    end();
}
END_TEST

START_TEST(two_hundred_stalling_writers_never_show_a_part) {
    begin();
    put("a", "content -1, whole");
    add("a", WATCH_TEXT);
    run(500);
    for (int i = 0; i < 200; i++) {
        char text[64];
        (void)snprintf(text, sizeof text, "content %d, whole", i);
        save_truncate_stall(text);
        ck_assert_int_eq(run(300), 1);
        last_is(text);
    }
    end();
}
END_TEST

START_TEST(saves_without_end_are_told_at_the_cap) { /* One each 40 ms: never quiet. */
    begin();
    put("a", "0");
    add("a", WATCH_TEXT);
    run(500);
    int told = 0;
    for (int i = 0; i < 50; i++) {
        char text[16];
        (void)snprintf(text, sizeof text, "%d", i + 1);
        put("a", text);
        told += run(40);
    }
    ck_assert_int_ge(told, 2);
    ck_assert_int_le(told, 5);
    run(1000);
    last_is("50");
    end();
}
END_TEST

START_TEST(saved_together_is_told_together) {
    begin();
    static const char *const names[] = {"scene", "module", "texture"};
    for (int i = 0; i < 3; i++) {
        put(names[i], "1");
        add(names[i], WATCH_TEXT);
    }
    run(500);
    for (int i = 0; i < 3; i++) {
        put(names[i], "2");
        ck_assert_int_eq(run(15), 0);
    }
    ck_assert_int_eq(run(1000), 1);
    ck_assert_int_eq(changes, 3);
    ck_assert_str_eq(last_path, in("texture")); /* Sorted by path. */
    end();
}
END_TEST

START_TEST(a_slow_neighbour_holds_others_only_for_a_while) {
    begin();
    put("slow", "1");
    put("a", "1");
    add("slow", WATCH_TEXT);
    add("a", WATCH_TEXT);
    run(500);
    int fd = open(in("slow"), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    put("other", "x");
    ck_assert_int_eq(utimensat(AT_FDCWD, in("slow"), NULL, 0), 0); /* A sign of change. */
    put("a", "2");
    int ms = run_until(2000);
    ck_assert_int_ge(ms, 60);
    ck_assert_int_le(ms, 600);
    ck_assert_int_eq(changes, 1);
    ck_assert_str_eq(last_path, in("a"));
    close(fd);
    end();
}
END_TEST

START_TEST(touch_and_identical_saves_are_nothing) {
    begin();
    put("a", "same");
    add("a", WATCH_TEXT);
    run(100);
    for (int i = 0; i < 10; i++) {
        ck_assert_int_eq(utimensat(AT_FDCWD, in("a"), NULL, 0), 0);
        if (i % 2) put("a", "same");
        if (i % 3 == 0) save_rename_over("same");
        ck_assert_int_eq(chmod(in("a"), i % 2 ? 0644 : 0600), 0);
        ck_assert_int_eq(run(200), 0);
    }
    ck_assert_int_eq(run(5000), 0);
    end();
}
END_TEST

START_TEST(same_size_and_times_are_seen_through_the_event) {
    begin();
    put("a", "aaaa");
    struct stat st;
    ck_assert_int_eq(stat(in("a"), &st), 0);
    add("a", WATCH_TEXT);
    run(500);
    int fd = open(in("a"), O_WRONLY | O_CLOEXEC);
    ck_assert_int_eq(pwrite(fd, "bbbb", 4, 0), 4);
    const struct timespec times[2] = {st.st_atim, st.st_mtim};
    ck_assert_int_eq(futimens(fd, times), 0);
    close(fd);
    ck_assert_int_eq(run(1000), 1);
    last_is("bbbb");
    end();
}
END_TEST

START_TEST(two_saves_in_one_tick_end_with_the_second) {
    begin();
    put("a", "v1");
    add("a", WATCH_BINARY);
    run(500);
    put("a", "v2");
    put("a", "v3");
    ck_assert_int_eq(run(1000), 1);
    last_is("v3");
    end();
}
END_TEST

START_TEST(coming_and_going) {
    begin();
    add("a", WATCH_TEXT);
    ck_assert_int_eq(run(500), 0);
    put("a", "1");
    ck_assert_int_eq(run(500), 1);
    ck_assert_int_eq(last.event, WATCH_CREATED);
    last_is("1");
    ck_assert_int_eq(unlink(in("a")), 0);
    ck_assert_int_eq(run(1000), 1);
    ck_assert_int_eq(last.event, WATCH_REMOVED);
    put("a", "");
    ck_assert_int_eq(run(1000), 1);
    ck_assert_int_eq(last.event, WATCH_CREATED);
    ck_assert_uint_eq(last.size, 0);
    end();
}
END_TEST

START_TEST(an_emptied_file_waits_then_is_told) {
    begin();
    put("a", "1");
    add("a", WATCH_TEXT);
    run(500);
    put("a", "");
    ck_assert_int_eq(run(250), 0);
    ck_assert_int_eq(run(250), 1);
    ck_assert_uint_eq(last.size, 0);
    end();
}
END_TEST

START_TEST(a_folder_that_is_not_there_yet) {
    begin();
    add("deep/er/a", WATCH_TEXT);
    ck_assert_int_eq(run(1000), 0);
    ck_assert_int_eq(file_make_dirs(in("deep/er")), WISP_OK);
    put("deep/er/a", "1");
    ck_assert_int_eq(run(1500), 1);
    put("deep/er/a", "2");
    int ms = run_until(500);
    ck_assert(ms >= 60 && ms <= 75); /* By events again, not by looking now and then. */
    end();
}
END_TEST

START_TEST(a_folder_deleted_and_made_again) {
    begin();
    ck_assert_int_eq(file_make_dirs(in("d")), WISP_OK);
    put("d/a", "1");
    add("d/a", WATCH_TEXT);
    run(500);
    ck_assert_int_eq(file_remove_tree(in("d")), WISP_OK);
    ck_assert_int_eq(run(1000), 1);
    ck_assert_int_eq(last.event, WATCH_REMOVED);
    ck_assert_int_eq(file_make_dirs(in("d")), WISP_OK);
    put("d/a", "2");
    ck_assert_int_eq(run(1500), 1);
    last_is("2");
    ck_assert_int_eq(rename(in("d"), in("e")), 0); /* Moved away, another one in its place. */
    ck_assert_int_eq(file_make_dirs(in("d")), WISP_OK);
    put("d/a", "3");
    ck_assert_int_eq(run(1500), 1);
    last_is("3");
    put("d/a", "4");
    ck_assert_int_le(run_until(500), 75);
    last_is("4");
    end();
}
END_TEST

START_TEST(links_are_changed_in_two_places) {
    begin();
    ck_assert_int_eq(file_make_dirs(in("v1")), WISP_OK);
    ck_assert_int_eq(file_make_dirs(in("v2")), WISP_OK);
    put("v1/target", "1");
    put("v2/target", "2");
    ck_assert_int_eq(symlink("v1/target", in("a")), 0);
    add("a", WATCH_BINARY);
    run(500);
    put("v1/target", "1 new");
    ck_assert_int_le(run_until(500), 120);
    last_is("1 new");
    ck_assert_int_eq(symlink("v2/target", in("a.new")), 0); /* Retarget it at once. */
    ck_assert_int_eq(rename(in("a.new"), in("a")), 0);
    ck_assert_int_le(run_until(500), 120);
    last_is("2");
    put("v2/target", "2 new");
    ck_assert_int_le(run_until(500), 120);
    last_is("2 new");
    put("v1/target", "nobody looks here now");
    ck_assert_int_eq(run(3000), 0);
    end();
}
END_TEST

START_TEST(droppings_are_nothing) {
    begin();
    put("a.lua", "1");
    add("a.lua", WATCH_TEXT);
    ck_assert_int_eq(watch_add_folder(watch, root, "", WATCH_TEXT), WISP_OK);
    run(500);
    static const char *const names[] = {
        ".a.lua.swp", ".a.lua.swx", "4913",   "a.lua~",
        "#a.lua#",    ".#a.lua",    "a.tmp",  ".goutputstream-X1",
        "a.lua.bak",  "x.part",     ".nfs01", ".wisp-stage-1.so"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        put(names[i], "x");
        ck_assert_int_eq(run(300), 0);
        ck_assert_int_eq(unlink(in(names[i])), 0);
    }
    ck_assert_int_eq(run(3000), 0);
    ck_assert(!watch_ignores_name("a.lua") && !watch_ignores_name("4913.lua"));
    end();
}
END_TEST

START_TEST(a_folder_tells_of_new_and_old_files) {
    begin();
    put("old.so", "1");
    put("no.txt", "1");
    ck_assert_int_eq(watch_add_folder(watch, root, ".so", WATCH_BINARY), WISP_OK);
    ck_assert_int_eq(run(3000), 0);
    put("new.so", "1");
    ck_assert_int_eq(run(1000), 1);
    ck_assert_int_eq(last.event, WATCH_CREATED);
    ck_assert_str_eq(last_path, in("new.so"));
    put("old.so", "2");
    put("no.txt", "2");
    ck_assert_int_eq(run(1000), 1);
    ck_assert_str_eq(last_path, in("old.so"));
    ck_assert_int_eq(unlink(in("new.so")), 0);
    ck_assert_int_eq(run(1000), 1);
    ck_assert_int_eq(last.event, WATCH_REMOVED);
    put("new.so", "3");
    ck_assert_int_eq(run(1000), 1);
    ck_assert_int_eq(last.event, WATCH_CREATED);
    watch_remove(watch, root);
    put("old.so", "4");
    ck_assert_int_eq(run(3000), 0);
    end();
}
END_TEST

START_TEST(the_set_may_change_while_a_change_settles) {
    begin();
    put("a", "1");
    put("b", "1");
    put("c", "1");
    const struct watch_item first[] = {{in("a"), WATCH_TEXT}, {in("b"), WATCH_TEXT}};
    ck_assert_int_eq(watch_set(watch, first, 2), WISP_OK);
    run(500);
    put("a", "2");
    put("b", "2");
    ck_assert_int_eq(run(30), 0);
    const struct watch_item second[] = {{in("a"), WATCH_TEXT}, {in("c"), WATCH_TEXT}};
    ck_assert_int_eq(watch_set(watch, second, 2), WISP_OK);
    ck_assert_int_eq(run(1000), 1);
    ck_assert_int_eq(changes, 1);
    ck_assert_str_eq(last_path, in("a"));
    put("b", "3");
    ck_assert_int_eq(run(3000), 0);
    put("c", "2");
    ck_assert_int_eq(run(1000), 1);
    watch_remove(watch, in("c"));
    put("c", "3");
    ck_assert_int_eq(run(3000), 0);
    end();
}
END_TEST

START_TEST(own_writes_are_known) {
    begin();
    put("a", "1");
    add("a", WATCH_TEXT);
    run(500);
    watch_set_known(watch, in("a"), hash_bytes128("mine", 4));
    put("a", "mine");
    ck_assert_int_eq(run(3000), 0);
    put("a", "theirs"); /* Known while it waits to be told. */
    run(30);
    watch_set_known(watch, in("a"), hash_bytes128("theirs", 6));
    ck_assert_int_eq(run(3000), 0);
    put("a", "1");
    ck_assert_int_eq(run(1000), 1);
    last_is("1");
    end();
}
END_TEST

/* Take the events away before the watcher sees them: as if the system had sent none. */
static void steal_events(void) {
    char bytes[4096];
    while (read(watch_fd(watch), bytes, sizeof bytes) > 0) {
    }
}

START_TEST(overflow_looks_at_everything) {
    begin();
    put("a", "1");
    add("a", WATCH_TEXT);
    ck_assert_int_eq(watch_add_folder(watch, root, ".so", WATCH_BINARY), WISP_OK);
    run(100);
    put("a", "2");
    put("new.so", "1");
    steal_events();
    ck_assert_int_eq(run(300), 0);
    watch_inject_overflow(watch);
    run(400);
    ck_assert_int_eq(changes, 2);
    end();
}
END_TEST

START_TEST(the_safety_look_finds_what_no_event_told) {
    begin();
    put("a", "1");
    add("a", WATCH_TEXT);
    run(100);
    put("a", "2");
    steal_events();
    int ms = run_until(LONG);
    ck_assert(ms > 0 && ms <= 2500);
    last_is("2");
    end();
}
END_TEST

static const struct watch_hooks broken[] = {
    {0, 0}, {EMFILE, 0}, {ENOSYS, 0}, {0, ENOSPC}, {0, ENOMEM}};

START_TEST(without_events_it_looks) { /* Asked for, and for each way that inotify fails. */
    begin_hooked(_i == 0 ? WATCH_POLL : WATCH_AUTO, broken[_i]);
    put("a", "1");
    put("b", "1");
    add("a", WATCH_TEXT);
    add("b", WATCH_TEXT);
    add("none/c", WATCH_TEXT);
    run(1000);
    ck_assert(watch_is_polling(watch));
    ck_assert_int_eq(watch_fd(watch), -1);
    ck_assert_int_eq(warnings, _i != 0);
    for (int i = 0; i < 3; i++) {
        put("a", i % 2 ? "odd" : "even");
        int ms = run_until(LONG);
        ck_assert(ms > 0 && ms <= 700);
        last_is(i % 2 ? "odd" : "even");
    }
    ck_assert_int_eq(run(2000), 0);
    save_truncate_stall("after a stall");
    ck_assert_int_eq(run(2000), 1);
    last_is("after a stall");
    ck_assert_int_eq(unlink(in("b")), 0);
    ck_assert_int_eq(run(2000), 1);
    ck_assert_int_eq(warnings, _i != 0); /* Said once. */
    end();
}
END_TEST

START_TEST(what_cannot_be_read_does_not_block) {
    begin();
    ck_assert_int_eq(mkfifo(in("pipe"), 0600), 0);
    ck_assert_int_eq(file_make_dirs(in("folder")), WISP_OK);
    add("pipe", WATCH_TEXT);
    add("folder", WATCH_TEXT);
    add("a", WATCH_TEXT);
    ck_assert_int_eq(run(1000), 0);
    ck_assert_int_eq(mkfifo(in("a"), 0600), 0);
    ck_assert_int_eq(run(1000), 1);
    ck_assert_int_eq(last.event, WATCH_CREATED);
    save_unlink_create("a file now");
    ck_assert_int_eq(run(1000), 1);
    last_is("a file now");
    end();
}
END_TEST

START_TEST(a_busy_neighbour_costs_no_memory) {
    struct allocator_counting c;
    allocator_counting_init(&c, allocator_default());
    begin();
    watch_destroy(watch);
    ck_assert_int_eq(watch_create(&c.allocator, WATCH_AUTO, NULL, &watch), WISP_OK);
    put("a", "1");
    add("a", WATCH_TEXT);
    ck_assert_int_eq(watch_add_folder(watch, root, ".so", WATCH_BINARY), WISP_OK);
    run(3000);
    size_t before = atomic_load(&c.allocations);
    for (int i = 0; i < 200; i++) {
        put("noise", "x");
        run(20);
    }
    ck_assert_uint_eq(atomic_load(&c.allocations), before);
    watch_destroy(watch);
    watch = NULL;
    ck_assert_uint_eq(atomic_load(&c.live_bytes), 0);
    end();
}
END_TEST

START_TEST(no_memory_loses_nothing) { /* For each request that fails. */
    struct allocator_failing f;
    begin();
    watch_destroy(watch);
    watch = NULL;
    allocator_failing_init(&f, allocator_default(), (size_t)_i + 1, 0);
    put("x.so", "1");
    wisp_status status = watch_create(&f.allocator, WATCH_AUTO, NULL, &watch);
    if (status == WISP_OK) {
        status = watch_add(watch, in("a"), WATCH_TEXT);
        if (status < 0) status = watch_add(watch, in("a"), WATCH_TEXT);
        ck_assert_int_eq(status, WISP_OK);
        status = watch_add_folder(watch, root, ".so", WATCH_BINARY);
        if (status < 0) status = watch_add_folder(watch, root, ".so", WATCH_BINARY);
        ck_assert_int_eq(status, WISP_OK);
        put("y.so", "1");
        put("a", "1");
        bool a_told = false, y_told = false;
        for (int i = 0; i < 1000; i++) {
            struct watch_batch batch;
            now += STEP * MS;
            (void)watch_poll(watch, now, &batch);
            for (size_t k = 0; k < batch.count; k++) {
                a_told |= str_ends(batch.changes[k].path, "/a");
                y_told |= str_ends(batch.changes[k].path, "/y.so");
            }
        }
        ck_assert(a_told && y_told);
    } else {
        ck_assert_int_eq(status, WISP_E_NOMEM);
    }
    end();
}
END_TEST

/* In real time, sleeping as a host does: until an event, or until something is due. */
START_TEST(a_host_may_sleep_between) {
    begin();
    put("a", "1");
    add("a", WATCH_TEXT);
    struct watch_batch batch = {NULL, 0};
    ck_assert_int_eq(watch_poll(watch, clock_now_ns(), &batch), WISP_OK);
    put("a", "2");
    uint64_t start = clock_now_ns();
    int wakes = 0;
    while (batch.count == 0 && clock_now_ns() - start < 5000 * MS) {
        uint64_t due = watch_due_ns(watch), t = clock_now_ns();
        int wait = due <= t ? 0 : (int)((due - t) / MS) + 1;
        struct pollfd p = {.fd = watch_fd(watch), .events = POLLIN};
        (void)poll(&p, 1, wait);
        ck_assert_int_eq(watch_poll(watch, clock_now_ns(), &batch), WISP_OK);
        wakes++;
    }
    ck_assert_uint_eq(batch.count, 1);
    ck_assert_int_le(wakes, 20);
    end();
}
END_TEST

SUITE_MAIN("watch", TEST_LOOP(every_way_to_save_is_one_change, 0, 2 * SAVES),
           TEST(a_plain_save_is_told_after_the_quiet_time),
           TEST(two_hundred_stalling_writers_never_show_a_part),
           TEST(saves_without_end_are_told_at_the_cap), TEST(saved_together_is_told_together),
           TEST(a_slow_neighbour_holds_others_only_for_a_while),
           TEST(touch_and_identical_saves_are_nothing),
           TEST(same_size_and_times_are_seen_through_the_event),
           TEST(two_saves_in_one_tick_end_with_the_second), TEST(coming_and_going),
           TEST(an_emptied_file_waits_then_is_told), TEST(a_folder_that_is_not_there_yet),
           TEST(a_folder_deleted_and_made_again), TEST(links_are_changed_in_two_places),
           TEST(droppings_are_nothing), TEST(a_folder_tells_of_new_and_old_files),
           TEST(the_set_may_change_while_a_change_settles), TEST(own_writes_are_known),
           TEST(overflow_looks_at_everything), TEST(the_safety_look_finds_what_no_event_told),
           TEST_LOOP(without_events_it_looks, 0, 5), TEST(what_cannot_be_read_does_not_block),
           TEST(a_busy_neighbour_costs_no_memory), TEST_LOOP(no_memory_loses_nothing, 0, 30),
           TEST(a_host_may_sleep_between))
