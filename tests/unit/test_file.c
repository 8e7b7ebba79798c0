/* SPDX-License-Identifier: MIT
 *
 * Files: what may be read, staying inside a root, writing whole or not at all.
 */
#include "base/path.h"
#include "base/str.h"
#include "os/file.h"
#include "support/suite.h"
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static char root[PATH_SIZE];

static const char *in(const char *name) {
    static char paths[4][PATH_SIZE];
    static int next;
    next = (next + 1) % 4;
    ck_assert_int_eq(path_join(paths[next], PATH_SIZE, root, name), WISP_OK);
    return paths[next];
}

static void begin(void) { ck_assert_int_eq(file_temp_dir("wisp-file-", root, sizeof root), 0); }
static void end(void) {
    ck_assert_int_eq(file_remove_tree(root), WISP_OK);
    ck_assert(!file_exists(root));
}

static void put(const char *name, const char *text) {
    ck_assert_int_eq(file_write(in(name), text, strlen(text), 0), WISP_OK);
}

static void holds(const char *name, const char *text) {
    struct file_data data;
    ck_assert_int_eq(file_read(allocator_default(), in(name), 1 << 20, &data), WISP_OK);
    ck_assert_uint_eq(data.size, strlen(text));
    ck_assert_str_eq((const char *)data.bytes, text);
    file_data_free(&data);
}

static wisp_status reads(const char *path, size_t limit) {
    struct file_data data = {.size = 77};
    wisp_status status = file_read(allocator_default(), path, limit, &data);
    if (status == WISP_OK)
        file_data_free(&data);
    else
        ck_assert_uint_eq(data.size, 77);
    return status;
}

START_TEST(whole_and_empty_files) {
    begin();
    put("a", "hello");
    holds("a", "hello");
    put("a", "");
    holds("a", "");
    ck_assert_int_eq(reads(in("a"), 0), WISP_OK);
    end();
}
END_TEST

START_TEST(the_limit_is_exact) {
    begin();
    put("a", "12345");
    ck_assert_int_eq(reads(in("a"), 5), WISP_OK);
    ck_assert_int_eq(reads(in("a"), 4), WISP_E_LIMIT);
    ck_assert_int_eq(reads("/proc/self/status", 10), WISP_E_LIMIT); /* Says its size is 0. */
    ck_assert_int_eq(reads("/proc/self/status", 1 << 20), WISP_OK);
    end();
}
END_TEST

START_TEST(what_is_no_file_is_refused_at_once) {
    begin();
    ck_assert_int_eq(mkfifo(in("pipe"), 0600), 0);
    ck_assert_int_eq(reads(in("pipe"), 10), WISP_E_NOT_A_FILE);
    ck_assert_int_eq(reads("/dev/zero", 10), WISP_E_NOT_A_FILE);
    ck_assert_int_eq(reads(root, 10), WISP_E_IS_DIRECTORY);
    ck_assert_int_eq(reads(in("none"), 10), WISP_E_NOT_FOUND);
    ck_assert_int_eq(reads(in("pipe/x"), 10), WISP_E_NOT_FOUND);
    ck_assert_int_eq(symlink("loop", in("loop")), 0);
    ck_assert_int_eq(reads(in("loop"), 10), WISP_E_LIMIT);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    str_copy(address.sun_path, sizeof address.sun_path, in("socket"));
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    ck_assert_int_eq(bind(fd, (struct sockaddr *)&address, sizeof address), 0);
    ck_assert_int_eq(reads(in("socket"), 10), WISP_E_NOT_A_FILE);
    close(fd);
    end();
}
END_TEST

static void make_maze(void) {
    ck_assert_int_eq(file_make_dirs(in("root/lib/deep")), WISP_OK);
    put("secret", "s");
    put("root/lib/a", "a");
    ck_assert_int_eq(symlink("lib/a", in("root/link_in")), 0);
    ck_assert_int_eq(symlink("../secret", in("root/link_out")), 0);
    ck_assert_int_eq(symlink("../..", in("root/lib/up")), 0);
    ck_assert_int_eq(symlink("/proc/self/root", in("root/magic")), 0);
    ck_assert_int_eq(mkfifo(in("root/pipe"), 0600), 0);
}

static wisp_status opens(const char *path, int use_openat2) {
    int fd = -7;
    wisp_status status = file_open_beneath_by(in("root"), path, use_openat2, &fd);
    ck_assert_int_eq(fd == -7, status != WISP_OK);
    if (status == WISP_OK) close(fd);
    return status;
}

START_TEST(nothing_leads_out_of_a_root) { /* By openat2 and by walking. */
    begin();
    make_maze();
    ck_assert_int_eq(opens("lib/a", _i), WISP_OK);
    ck_assert_int_eq(opens("lib//a", _i), WISP_OK);
    ck_assert_int_eq(opens("./lib/./a", _i), WISP_OK);
    ck_assert_int_eq(opens("link_out", _i), WISP_E_DENIED);
    ck_assert_int_eq(opens("lib/up/secret", _i), _i ? WISP_E_DENIED : WISP_E_NOT_FOUND);
    ck_assert_int_lt(opens("magic/etc/passwd", _i), 0);
    ck_assert_int_eq(opens("../secret", _i), WISP_E_DENIED);
    ck_assert_int_eq(opens("lib/../../secret", _i), WISP_E_DENIED);
    ck_assert_int_eq(opens("lib/../lib/a", _i), WISP_E_DENIED);
    ck_assert_int_eq(opens("/etc/passwd", _i), WISP_E_DENIED);
    ck_assert_int_eq(opens("", _i), WISP_E_DENIED);
    ck_assert_int_eq(opens("lib", _i), WISP_E_IS_DIRECTORY);
    ck_assert_int_eq(opens("pipe", _i), WISP_E_NOT_A_FILE);
    ck_assert_int_eq(opens("none/a", _i), WISP_E_NOT_FOUND);
    ck_assert_int_eq(opens("lib/a/b", _i), WISP_E_NOT_FOUND);
    char name[400];
    memset(name, 'x', sizeof name);
    name[399] = '\0';
    ck_assert_int_eq(opens(name, _i), WISP_E_LIMIT);
    end();
}
END_TEST

START_TEST(reading_beneath) {
    begin();
    make_maze();
    struct file_data data;
    ck_assert_int_eq(file_read_beneath(allocator_default(), in("root"), "lib/a", 9, &data), 0);
    ck_assert_str_eq((const char *)data.bytes, "a");
    file_data_free(&data);
    ck_assert_int_eq(file_read_beneath(allocator_default(), in("root"), "link_out", 9, &data),
                     WISP_E_DENIED);
    ck_assert_int_eq(file_read_beneath(allocator_default(), in("none"), "a", 9, &data),
                     WISP_E_NOT_FOUND);
    end();
}
END_TEST

static size_t entries(void) {
    struct file_list list;
    ck_assert_int_eq(file_list(allocator_default(), root, &list), WISP_OK);
    size_t count = list.count;
    file_list_free(&list);
    return count;
}

START_TEST(a_write_keeps_mode_and_link) {
    begin();
    put("a", "old");
    ck_assert_int_eq(chmod(in("a"), 0640), 0);
    ck_assert_int_eq(symlink("a", in("link")), 0);
    ck_assert_int_eq(file_write(in("link"), "new", 3, FILE_WRITE_SYNC), WISP_OK);
    holds("a", "new");
    struct stat st;
    ck_assert_int_eq(lstat(in("link"), &st), 0);
    ck_assert(S_ISLNK(st.st_mode));
    ck_assert_int_eq(stat(in("a"), &st), 0);
    ck_assert_uint_eq(st.st_mode & 07777, 0640);
    umask(0027);
    put("b", "x");
    ck_assert_int_eq(stat(in("b"), &st), 0);
    ck_assert_uint_eq(st.st_mode & 07777, 0640);
    ck_assert_uint_eq(entries(), 3);
    end();
}
END_TEST

START_TEST(a_write_that_fails_changes_nothing) {
    begin();
    put("a", "old");
    struct rlimit before, small;
    static char big[5000];
    signal(SIGXFSZ, SIG_IGN);
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = before;
    small.rlim_cur = 1000;
    setrlimit(RLIMIT_FSIZE, &small); /* No assertion meanwhile: Check writes a file too. */
    wisp_status status = file_write(in("a"), big, sizeof big, 0);
    setrlimit(RLIMIT_FSIZE, &before);
    ck_assert_int_eq(status, WISP_E_LIMIT);
    holds("a", "old");
    ck_assert_uint_eq(entries(), 1);
    ck_assert_int_eq(file_write(root, "x", 1, 0), WISP_E_IS_DIRECTORY);
    ck_assert_int_eq(file_write(in("none/a"), "x", 1, 0), WISP_E_NOT_FOUND);
    ck_assert_int_eq(file_write("/dev/null", "x", 1, 0), WISP_E_NOT_A_FILE);
    ck_assert_int_eq(file_write(in("a"), "x", 1, FILE_WRITE_EXCLUSIVE), WISP_E_EXISTS);
    ck_assert_int_eq(file_write(in("c"), "x", 1, FILE_WRITE_EXCLUSIVE), WISP_OK);
    ck_assert_uint_eq(entries(), 2);
    end();
}
END_TEST

/* A disk of 64 KiB of our own, where we may mount one: as root, or as root of a user namespace.
 */
static bool mount_small_disk(void) {
    char map[64];
    size_t n = str_format(map, sizeof map, "0 %u 1", getuid());
    if (unshare(CLONE_NEWNS) != 0) {
        if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return false;
        int fd = open("/proc/self/uid_map", O_WRONLY);
        bool mapped = fd >= 0 && write(fd, map, n) == (ssize_t)n;
        if (fd >= 0) close(fd);
        if (!mapped) return false;
    }
    (void)mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL);
    return mount("none", root, "tmpfs", 0, "size=64k") == 0;
}

START_TEST(a_full_disk_is_told) {
    begin();
    if (!mount_small_disk()) {
        end();
        return;
    }
    static char big[200 * 1024];
    put("a", "old");
    ck_assert_int_eq(file_write(in("a"), big, sizeof big, 0), WISP_E_NO_SPACE);
    ck_assert_int_eq(file_write(in("b"), big, sizeof big, FILE_WRITE_SYNC), WISP_E_NO_SPACE);
    ck_assert_int_eq(file_copy("/proc/self/exe", in("c"), NULL), WISP_E_NO_SPACE);
    holds("a", "old");
    ck_assert_uint_eq(entries(), 1);
    umount(root);
    end();
}
END_TEST

START_TEST(copies) {
    begin();
    put("a", "text");
    ck_assert_int_eq(chmod(in("a"), 0750), 0);
    struct file_id id;
    struct file_info info;
    ck_assert_int_eq(file_copy(in("a"), in("b"), &id), WISP_OK);
    holds("b", "text");
    ck_assert_int_eq(file_stat(in("a"), &info), WISP_OK);
    ck_assert(file_id_equal(id, info.id));
    ck_assert_int_eq(file_stat(in("b"), &info), WISP_OK);
    ck_assert_uint_eq(info.mode, 0750);
    ck_assert_int_eq(file_copy(in("a"), in("b"), NULL), WISP_E_EXISTS);
    ck_assert_int_eq(file_copy(root, in("c"), NULL), WISP_E_IS_DIRECTORY);
    ck_assert_int_eq(file_copy("/dev/zero", in("c"), NULL), WISP_E_NOT_A_FILE);
    ck_assert_int_eq(file_copy(in("none"), in("c"), NULL), WISP_E_NOT_FOUND);
    ck_assert(!file_exists(in("c")));
    end();
}
END_TEST

START_TEST(ids_tell_changes) {
    begin();
    struct file_info before, after;
    put("a", "1");
    ck_assert_int_eq(file_stat(in("a"), &before), WISP_OK);
    ck_assert_int_eq(before.kind, FILE_REGULAR);
    put("a", "12");
    ck_assert_int_eq(file_stat(in("a"), &after), WISP_OK);
    ck_assert(!file_id_equal(before.id, after.id));
    ck_assert_int_eq(file_stat(root, &after), WISP_OK);
    ck_assert_int_eq(after.kind, FILE_DIRECTORY);
    ck_assert_int_eq(file_stat("/dev/null", &after), WISP_OK);
    ck_assert_int_eq(after.kind, FILE_OTHER);
    end();
}
END_TEST

START_TEST(lists_are_sorted) {
    begin();
    put("b", "");
    put(".hidden", "");
    put("a", "");
    ck_assert_int_eq(file_make_dirs(in("c/d/")), WISP_OK);
    ck_assert_int_eq(file_make_dirs(in("c/d")), WISP_OK);
    ck_assert_int_eq(file_make_dirs(in("a/d")), WISP_E_EXISTS);
    struct file_list list;
    ck_assert_int_eq(file_list(allocator_default(), root, &list), WISP_OK);
    static const char *const names[] = {".hidden", "a", "b", "c"};
    ck_assert_uint_eq(list.count, 4);
    for (size_t i = 0; i < 4; i++) ck_assert_str_eq(list.names[i], names[i]);
    file_list_free(&list);
    ck_assert_int_eq(file_list(allocator_default(), in("none"), &list), WISP_E_NOT_FOUND);
    end();
}
END_TEST

START_TEST(removing_a_tree_follows_no_link) {
    begin();
    ck_assert_int_eq(file_make_dirs(in("keep")), WISP_OK);
    put("keep/a", "a");
    ck_assert_int_eq(file_make_dirs(in("tree/x/y")), WISP_OK);
    ck_assert_int_eq(symlink("../keep", in("tree/link")), 0);
    put("tree/x/f", "");
    ck_assert_int_eq(file_remove(in("tree")), WISP_E_EXISTS);
    ck_assert_int_eq(file_remove_tree(in("tree")), WISP_OK);
    ck_assert(!file_exists(in("tree")));
    holds("keep/a", "a");
    ck_assert_int_eq(file_remove_tree(in("tree")), WISP_E_NOT_FOUND);
    end();
}
END_TEST

START_TEST(a_writer_is_noticed) {
    begin();
    put("a", "x");
    int reader = open(in("a"), O_RDONLY | O_CLOEXEC);
    ck_assert_int_eq(file_has_writer(reader), 0);
    int writer = open(in("a"), O_WRONLY | O_CLOEXEC);
    ck_assert_int_eq(file_has_writer(reader), 1);
    close(writer);
    ck_assert_int_eq(file_has_writer(reader), 0);
    close(reader);
    end();
}
END_TEST

START_TEST(no_memory_leaves_nothing_open) { /* For each request that fails. */
    begin();
    put("a", "hello");
    struct allocator_failing f;
    allocator_failing_init(&f, allocator_default(), (size_t)_i + 1, 1);
    int before = open("/dev/null", O_RDONLY);
    close(before);
    struct file_data data;
    struct file_list list;
    wisp_status read = file_read(&f.allocator, in("a"), 100, &data);
    if (read == WISP_OK) file_data_free(&data);
    wisp_status listed = file_list(&f.allocator, root, &list);
    if (listed == WISP_OK) file_list_free(&list);
    ck_assert(listed == WISP_E_NOMEM || (_i >= 3 && listed == WISP_OK));
    ck_assert(read == WISP_E_NOMEM || (_i >= 1 && read == WISP_OK));
    int after = open("/dev/null", O_RDONLY);
    close(after);
    ck_assert_int_eq(before, after);
    end();
}
END_TEST

START_TEST(places) {
    char path[PATH_SIZE];
    ck_assert_int_eq(file_program_path(path, sizeof path), WISP_OK);
    ck_assert_str_eq(path_basename(path), "test_file");
    ck_assert_int_eq(file_current_dir(path, sizeof path), WISP_OK);
    ck_assert(path_is_absolute(path));
    ck_assert_int_eq(file_current_dir(path, 2), WISP_E_LIMIT);
    ck_assert_int_eq(file_real_path("/none/x", path, sizeof path), WISP_E_NOT_FOUND);
    setenv("TMPDIR", "/none", 1);
    ck_assert_int_eq(file_temp_dir("x", path, sizeof path), WISP_E_NOT_FOUND);
}
END_TEST

SUITE_MAIN("file", TEST(whole_and_empty_files), TEST(the_limit_is_exact),
           TEST(what_is_no_file_is_refused_at_once),
           TEST_LOOP(nothing_leads_out_of_a_root, 0, 2), TEST(reading_beneath),
           TEST(a_write_keeps_mode_and_link), TEST(a_write_that_fails_changes_nothing),
           TEST(a_full_disk_is_told), TEST(copies), TEST(ids_tell_changes),
           TEST(lists_are_sorted), TEST(removing_a_tree_follows_no_link),
           TEST(a_writer_is_noticed), TEST_LOOP(no_memory_leaves_nothing_open, 0, 5),
           TEST(places))
