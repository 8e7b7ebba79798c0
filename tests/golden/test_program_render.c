/* SPDX-License-Identifier: MIT
 *
 * wisp render as a child: equal bytes for equal commands, files whole or not at all, videos, and
 * what it says when it cannot draw or write.
 */
#include "support/program.h"
#include "support/suite.h"

#include "base/hash.h"
#include "os/file.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

#define GALLERY WISP_SOURCE_ROOT "/scripts/scenes/gallery.lua"

static const char small_scene[] =
    "return wisp.scene { title = \"t\", seed = 3, bodies = { wisp.ground { id = \"g\" } },\n"
    "  effects = { wisp.dust { id = \"d\", count = 200 } } }\n";

/* All files of a folder, names and bytes. */
static uint64_t hash_folder(const char *folder) {
    struct file_list list;
    struct hash hash;
    hash_begin(&hash);
    ck_assert_int_eq(file_list(allocator_default(), folder, &list), WISP_OK);
    for (size_t i = 0; i < list.count; i++) {
        char path[PATH_SIZE];
        struct file_data data;
        ck_assert_int_eq(path_join(path, PATH_SIZE, folder, list.names[i]), WISP_OK);
        ck_assert_int_eq(file_read(allocator_default(), path, 64 << 20, &data), WISP_OK);
        hash_add(&hash, list.names[i], strlen(list.names[i]));
        hash_add(&hash, data.bytes, data.size);
        file_data_free(&data);
    }
    file_list_free(&list);
    return hash_finish64(&hash);
}

struct result {
    uint64_t files;
    char said[256];
};

static struct result render_gallery(const char *threads) {
    struct result result = {0};
    struct program p;
    char folder[PATH_SIZE];
    program_folder(folder);
    program_in(&p, folder,
               (const char *const[]){"render", GALLERY, "--frames", "12", "--size", "160x90",
                                     "--out", "f_%03d.png", "--state-hash", "--threads",
                                     threads, NULL},
               NULL);
    ck_assert_msg(p.code == 0, "%s", strbuf_text(&p.err));
    ck_assert_str_eq(strbuf_text(&p.err), "");
    ck_assert_uint_eq(program_file_count(folder), 12);
    result.files = hash_folder(folder);
    str_copy(result.said, sizeof result.said, strbuf_text(&p.out));
    program_free(&p);
    program_folder_end(folder);
    return result;
}

START_TEST(the_gallery_is_the_same_twice_and_for_any_number_of_threads) {
    struct result a = render_gallery("1"), b = render_gallery("1"), c = render_gallery("2");
    ck_assert(str_starts(a.said, "state-hash: "));
    ck_assert_uint_eq(strlen(a.said), strlen("state-hash: ") + 32 + 1);
    ck_assert_str_eq(a.said, b.said);
    ck_assert_str_eq(a.said, c.said);
    ck_assert(a.files == b.files && a.files == c.files);
}
END_TEST

static void bed(char folder[PATH_SIZE]) {
    char path[PATH_SIZE];
    program_folder(folder);
    program_file(folder, "s.lua", small_scene, sizeof small_scene - 1, path);
}

#define RENDER(p, folder, env, ...)                                                            \
    program_in(p, folder,                                                                      \
               (const char *const[]){"render", "s.lua", "--size", "64x36", __VA_ARGS__, NULL}, \
               env)

/* Frame 20 is the same picture, whether the frames before it were drawn or not. */
START_TEST(a_frame_does_not_depend_on_those_drawn_before) {
    struct program p;
    char folder[PATH_SIZE], a[PATH_SIZE], b[PATH_SIZE];
    struct file_data x, y;
    bed(folder);
    RENDER(&p, folder, NULL, "--frames", "21", "--out", "a_%d.png");
    ck_assert_int_eq(p.code, 0);
    program_free(&p);
    RENDER(&p, folder, NULL, "--frames", "1", "--from", "20", "--out", "b_%d.png");
    ck_assert_int_eq(p.code, 0);
    program_free(&p);
    ck_assert_int_eq(path_join(a, PATH_SIZE, folder, "a_20.png"), WISP_OK);
    ck_assert_int_eq(path_join(b, PATH_SIZE, folder, "b_20.png"), WISP_OK);
    ck_assert_int_eq(file_read(allocator_default(), a, 1 << 20, &x), WISP_OK);
    ck_assert_int_eq(file_read(allocator_default(), b, 1 << 20, &y), WISP_OK);
    ck_assert_uint_eq(x.size, y.size);
    ck_assert_mem_eq(x.bytes, y.bytes, x.size);
    file_data_free(&x);
    file_data_free(&y);
    program_folder_end(folder);
}
END_TEST

START_TEST(another_seed_is_another_state) {
    struct program p, q;
    char folder[PATH_SIZE];
    bed(folder);
    RENDER(&p, folder, NULL, "--frames", "3", "--out", "a_%d.png", "--state-hash", "--seed",
           "1");
    RENDER(&q, folder, NULL, "--frames", "3", "--out", "a_%d.png", "--state-hash", "--seed",
           "2");
    ck_assert_str_ne(strbuf_text(&p.out), strbuf_text(&q.out));
    program_free(&p);
    program_free(&q);
    program_folder_end(folder);
}
END_TEST

static const char *const videos[] = {"x.mp4", "x.gif", "x.webm"};
static const char *const marks[] = {"ftyp", "GIF8", "\x1a\x45\xdf\xa3"};

START_TEST(videos_are_whole_and_of_their_kind) {
    struct program p;
    struct file_data data;
    char folder[PATH_SIZE], path[PATH_SIZE];
    bed(folder);
    RENDER(&p, folder, NULL, "--frames", "10", "--out", videos[_i]);
    ck_assert_msg(p.code == 0, "%s", strbuf_text(&p.err));
    ck_assert_int_eq(path_join(path, PATH_SIZE, folder, videos[_i]), WISP_OK);
    ck_assert_int_eq(file_read(allocator_default(), path, 1 << 24, &data), WISP_OK);
    ck_assert_mem_eq(data.bytes + (_i == 0 ? 4 : 0), marks[_i], 4);
    ck_assert_uint_eq(program_file_count(folder), 2);
    file_data_free(&data);
    program_free(&p);
    program_folder_end(folder);
}
END_TEST

static void expect(const char *folder, const char *const *env, int code, const char *err,
                   const char *out, const char *frames) {
    struct program p;
    RENDER(&p, folder, env, "--out", out, "--frames", frames);
    ck_assert_msg(strncmp(strbuf_text(&p.err), err, strlen(err)) == 0, "%s",
                  strbuf_text(&p.err));
    ck_assert_int_eq(p.code, code);
    program_free(&p);
}

START_TEST(output_that_cannot_be_is_told_and_nothing_is_left) {
    char folder[PATH_SIZE];
    bed(folder);
    expect(folder, NULL, 3,
           "wisp: error[output]: cannot write 'no/x.png': folder 'no' does not exist\n",
           "no/x.png", "1");
    expect(folder, NULL, 3,
           "wisp: error[output]: cannot write 's.lua/x.png': 's.lua' is not a folder\n",
           "s.lua/x.png", "1");
    expect(folder, NULL, 2,
           "wisp: error[usage]: 'x.png' names one file for 3 frames; write a number into it: "
           "f_%05d.png\n",
           "x.png", "3");
    expect(
        folder, NULL, 2,
        "wisp: error[usage]: 'x%s.png': the number of a frame is written %d or %05d, once, and "
        "a percent sign %%\n",
        "x%s.png", "3");
    expect(folder, NULL, 2,
           "wisp: error[usage]: cannot write 'x.bmp': known endings are .png, .mp4, .gif and "
           ".webm\n",
           "x.bmp", "1");
    expect(
        folder, (const char *const[]){"PATH=/nonexistent", NULL}, 4,
        "wisp: error[ffmpeg]: writing 'x.mp4' needs ffmpeg, which is not installed; on Debian: "
        "apt-get install ffmpeg\n",
        "x.mp4", "1");
    ck_assert_uint_eq(program_file_count(folder), 1);
    program_folder_end(folder);
}
END_TEST

START_TEST(without_opengl_3_3_it_says_so) {
    char folder[PATH_SIZE];
    bed(folder);
    expect(folder, (const char *const[]){"MESA_GL_VERSION_OVERRIDE=3.2", NULL}, 4,
           "wisp: error[graphics]: no OpenGL 3.3 here: ", "x.png", "1");
    ck_assert_uint_eq(program_file_count(folder), 1);
    program_folder_end(folder);
}
END_TEST

/* A file system of 64 KiB: what is there afterwards is whole. */
START_TEST(a_full_disk_leaves_no_half_written_file) {
    struct program p;
    char folder[PATH_SIZE], small[PATH_SIZE];
    bed(folder);
    ck_assert_int_eq(path_join(small, PATH_SIZE, folder, "small"), WISP_OK);
    ck_assert_int_eq(file_make_dirs(small), WISP_OK);
    if (mount("tmpfs", small, "tmpfs", 0, "size=64k") != 0) {
        program_folder_end(folder);
        return; /* only root may */
    }
    RENDER(&p, folder, NULL, "--frames", "40", "--size", "640x360", "--out",
           "small/f_%02d.png");
    struct file_list list;
    size_t bad = 0;
    ck_assert_int_eq(file_list(allocator_default(), small, &list), WISP_OK);
    for (size_t i = 0; i < list.count; i++) {
        char path[PATH_SIZE];
        struct file_data data;
        ck_assert_int_eq(path_join(path, PATH_SIZE, small, list.names[i]), WISP_OK);
        ck_assert_int_eq(file_read(allocator_default(), path, 1 << 20, &data), WISP_OK);
        if (data.size < 12 || memcmp(data.bytes + data.size - 8, "IEND", 4) != 0) bad++;
        file_data_free(&data);
    }
    file_list_free(&list);
    umount(small);
    ck_assert_uint_eq(bad, 0);
    ck_assert_int_eq(p.code, 3);
    ck_assert_ptr_nonnull(
        strstr(strbuf_text(&p.err), "wisp: error[output]: cannot write 'small/f_"));
    ck_assert_ptr_nonnull(strstr(strbuf_text(&p.err), ": no space left on the disk\n"));
    program_free(&p);
    program_folder_end(folder);
}
END_TEST

START_TEST(stats_are_json_with_each_effect) {
    struct program p;
    struct file_data data;
    char folder[PATH_SIZE], path[PATH_SIZE];
    bed(folder);
    RENDER(&p, folder, NULL, "--frames", "5", "--out", "f_%d.png", "--stats", "s.json");
    ck_assert_int_eq(p.code, 0);
    ck_assert_int_eq(path_join(path, PATH_SIZE, folder, "s.json"), WISP_OK);
    ck_assert_int_eq(file_read(allocator_default(), path, 1 << 20, &data), WISP_OK);
    cJSON *root = cJSON_Parse((const char *)data.bytes);
    ck_assert_int_eq(cJSON_GetObjectItem(root, "frames")->valueint, 5);
    ck_assert_int_eq(cJSON_GetObjectItem(root, "steps")->valueint, 4);
    const cJSON *one = cJSON_GetArrayItem(cJSON_GetObjectItem(root, "effects"), 0);
    ck_assert_str_eq(cJSON_GetObjectItem(one, "id")->valuestring, "d");
    ck_assert_int_eq(
        cJSON_GetObjectItem(cJSON_GetObjectItem(one, "counters"), "alive")->valueint, 200);
    cJSON_Delete(root);
    file_data_free(&data);
    program_free(&p);
    program_folder_end(folder);
}
END_TEST

START_TEST(a_shader_that_does_not_compile_is_told_with_file_and_line) {
    static const char broken[] = "in vec2 nothing;\nthis is no GLSL\n";
    struct program p;
    char folder[PATH_SIZE], dust[PATH_SIZE], path[PATH_SIZE];
    bed(folder);
    ck_assert_int_eq(path_join(dust, PATH_SIZE, folder, "dust"), WISP_OK);
    ck_assert_int_eq(file_make_dirs(dust), WISP_OK);
    program_file(dust, "mote.frag", broken, sizeof broken - 1, path);
    RENDER(&p, folder, NULL, "--frames", "2", "--out", "f_%d.png");
    ck_assert_int_eq(p.code, 1);
    ck_assert_msg(strstr(strbuf_text(&p.err), "dust/mote.frag:2:") != NULL, "%s",
                  strbuf_text(&p.err));
    ck_assert_ptr_nonnull(strstr(strbuf_text(&p.err), "error[shader]"));
    program_free(&p);
    program_folder_end(folder);
}
END_TEST

SUITE_MAIN("program_render", TEST(the_gallery_is_the_same_twice_and_for_any_number_of_threads),
           TEST(a_frame_does_not_depend_on_those_drawn_before),
           TEST(another_seed_is_another_state),
           TEST_LOOP(videos_are_whole_and_of_their_kind, 0, 3),
           TEST(output_that_cannot_be_is_told_and_nothing_is_left),
           TEST(without_opengl_3_3_it_says_so), TEST(a_full_disk_leaves_no_half_written_file),
           TEST(stats_are_json_with_each_effect),
           TEST(a_shader_that_does_not_compile_is_told_with_file_and_line))
