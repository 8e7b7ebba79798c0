/* SPDX-License-Identifier: MIT
 *
 * The exact words for each kind of mistake in a scene. A fixture ends in lines "--! ..." that
 * are its diagnostics, all of them and in order.
 */
#include "fixtures/scenes/load.h"

#include "base/path.h"
#include "script/codes.h"
#include <sys/stat.h>

#define BAD SCENES "bad/"

static void check_fixture(const char *name) {
    char path[512];
    struct file_data data;
    struct strbuf wanted;
    struct loaded loaded;
    snprintf(path, sizeof path, "%s%s", BAD, name);
    ck_assert_int_eq(file_read(allocator_default(), path, 1 << 20, &data), WISP_OK);
    strbuf_init(&wanted, allocator_default());
    for (const char *line = (const char *)data.bytes; line && *line;) {
        const char *end = strchr(line, '\n');
        if (!strncmp(line, "--! ", 4))
            strbuf_add_n(&wanted, line + 4, (size_t)(end - line) - 3);
        line = end ? end + 1 : NULL;
    }
    load_path(path, &loaded);
    ck_assert_str_eq(strbuf_text(&loaded.text), strbuf_text(&wanted));
    ck_assert(loaded.diags.count > 0);
    ck_assert((loaded.status == WISP_OK) == (loaded.diags.errors == 0));
    ck_assert((loaded.script != NULL) == (loaded.status == WISP_OK));
    for (size_t i = 0; i < loaded.diags.count; i++)
        ck_assert_msg(diag_code_find(loaded.diags.items[i].code), "%s is not in the catalogue",
                      loaded.diags.items[i].code);
    unload(&loaded);
    strbuf_free(&wanted);
    file_data_free(&data);
}

START_TEST(each_fixture_has_its_words) {
    struct file_list list;
    ck_assert_int_eq(file_list(allocator_default(), BAD, &list), WISP_OK);
    size_t checked = 0;
    for (size_t i = 0; i < list.count; i++) {
        if (strcmp(path_extension(list.names[i]), ".lua") != 0) continue;
        check_fixture(list.names[i]);
        checked++;
    }
    ck_assert_uint_ge(checked, 45);
    file_list_free(&list);
}
END_TEST

static const char good[] = "return wisp.scene {\n  title = \"x\",\n  seed = 3 }\n";

/* The same scene with BOM, CRLF, a shebang, and all of them; R26. */
START_TEST(encodings_are_accepted) {
    static const char *const texts[] = {
        "\xef\xbb\xbfreturn wisp.scene {\n  title = \"x\",\n  seed = 3 }\n",
        "return wisp.scene {\r\n  title = \"x\",\r\n  seed = 3 }\r\n",
        "#!/usr/bin/env wisp\nreturn wisp.scene {\n  title = \"x\",\n  seed = 3 }\n",
        "\xef\xbb\xbf#!wisp run\r\nreturn wisp.scene {\r\n  title = \"x\",\r\n  seed = 3 "
        "}\r\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct loaded loaded;
        load_text(texts[i], &loaded);
        ck_assert_str_eq(strbuf_text(&loaded.text), "");
        ck_assert_uint_eq(script_desc(loaded.script)->seed, 3);
        unload(&loaded);
    }
}
END_TEST

START_TEST(lines_count_in_all_encodings) {
    static const struct {
        const char *text;
        int line;
    } cases[] = {{"\xef\xbb\xbfreturn wisp.scene {\n  titel = \"x\" }\n", 2},
                 {"return wisp.scene {\r\n\r\n  titel = \"x\" }\r\n", 3},
                 {"#!wisp\nreturn wisp.scene {\n  titel = \"x\" }\n", 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct loaded loaded;
        load_text(cases[i].text, &loaded);
        ck_assert_uint_eq(loaded.diags.count, 1);
        ck_assert_int_eq(loaded.diags.items[0].line, cases[i].line);
        ck_assert_int_eq(loaded.diags.items[0].col, 3);
        unload(&loaded);
    }
}
END_TEST

struct bytes_case {
    const char *bytes;
    size_t size;
    const char *words;
};

START_TEST(bytes_that_are_no_script) {
    static const char utf16[] = "\xff\xfer\0e\0t\0", bare[] = "r\0e\0t\0u\0";
    static const struct bytes_case cases[] = {
        {"", 0,
         "scene.lua: error[empty-file]: the file is empty; a scene is 'return wisp.scene{ ... "
         "}'\n"},
        {"-- only a comment\n", 18,
         "scene.lua: error[empty-file]: the file is empty; a scene is 'return wisp.scene{ ... "
         "}'\n"},
        {"\x1bLua\x54", 5,
         "scene.lua: error[binary-chunk]: this is compiled Lua; only source text is accepted, "
         "as "
         "compiled chunks can crash the program\n"},
        {utf16, sizeof utf16 - 1,
         "scene.lua: error[not-utf8]: the file is UTF-16; save it as UTF-8\n"},
        {bare, sizeof bare - 1,
         "scene.lua: error[not-utf8]: the file is UTF-16; save it as UTF-8\n"},
        {"return\0 1", 9,
         "scene.lua: error[not-text]: the file holds a zero byte at offset 6; it is not "
         "text\n"}};
    struct script_config config = test_config(allocator_default());
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct loaded loaded;
        load_bytes(&config, cases[i].bytes, cases[i].size, &loaded);
        ck_assert_str_eq(strbuf_text(&loaded.text), cases[i].words);
        ck_assert_int_ne(loaded.status, WISP_OK);
        unload(&loaded);
    }
}
END_TEST

START_TEST(paths_that_are_no_script) {
    char folder[256], path[300];
    struct loaded loaded;
    ck_assert_int_eq(file_temp_dir("wisp-scene", folder, sizeof folder), WISP_OK);
    snprintf(path, sizeof path, "%s/none.lua", folder);
    load_path(path, &loaded);
    ck_assert_str_eq(strbuf_text(&loaded.text),
                     "none.lua: error[no-such-file]: there is no such file\n");
    ck_assert_int_eq(loaded.status, WISP_E_NOT_FOUND);
    unload(&loaded);
    snprintf(path, sizeof path, "%s/folder.lua", folder);
    ck_assert_int_eq(file_make_dirs(path), WISP_OK);
    load_path(path, &loaded);
    ck_assert_str_eq(strbuf_text(&loaded.text),
                     "folder.lua: error[not-a-file]: this is a folder; give a .lua file\n");
    unload(&loaded);
    snprintf(path, sizeof path, "%s/pipe.lua", folder);
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    load_path(path, &loaded);
    ck_assert_str_eq(
        strbuf_text(&loaded.text),
        "pipe.lua: error[not-a-file]: this is a pipe, socket or device, not a file\n");
    unload(&loaded);
    file_remove_tree(folder);
}
END_TEST

START_TEST(ten_megabytes_are_too_many) {
    struct loaded loaded;
    struct script_config config = test_config(allocator_default());
    size_t size = 10 << 20;
    char *bytes = alloc_bytes(allocator_default(), size);
    memset(bytes, ' ', size);
    load_bytes(&config, bytes, size, &loaded);
    ck_assert_str_eq(strbuf_text(&loaded.text),
                     "scene.lua: error[file-too-large]: the file is larger than 1024 KiB, the "
                     "limit for a script\n");
    alloc_free(allocator_default(), bytes, size);
    unload(&loaded);
}
END_TEST

/* 1.2: a torn read can never be mistaken for a smaller scene. */
START_TEST(no_prefix_of_a_scene_is_a_scene) {
    struct script_config config = test_config(allocator_default());
    for (size_t n = 0; n < strlen(good) - 1; n++) {
        struct loaded loaded;
        load_bytes(&config, good, n, &loaded);
        if (n < strlen(good) - 1 && good[n - (n > 0)] != '}')
            ck_assert_msg(loaded.status != WISP_OK, "prefix of %zu bytes", n);
        unload(&loaded);
    }
}
END_TEST

START_TEST(suggestions_are_kept_apart) {
    struct loaded loaded;
    load_path(BAD "unknown_field.lua", &loaded);
    ck_assert_str_eq(loaded.diags.items[0].suggestion, "spread");
    ck_assert_str_eq(loaded.diags.items[0].path, "effects[1]");
    unload(&loaded);
    load_path(BAD "set_by_code.lua", &loaded);
    ck_assert_str_eq(loaded.diags.items[1].path, "effects[1].melt.rate");
    unload(&loaded);
}
END_TEST

START_TEST(catalogue_is_sorted_and_complete) {
    size_t count;
    const struct diag_code *codes = diag_codes(&count);
    ck_assert_uint_gt(count, 40);
    for (size_t i = 0; i < count; i++) {
        ck_assert_ptr_eq(diag_code_find(codes[i].code), &codes[i]);
        ck_assert_uint_gt(strlen(codes[i].meaning), 10);
        ck_assert_uint_gt(strlen(codes[i].detail), 10);
        if (i) ck_assert_int_lt(strcmp(codes[i - 1].code, codes[i].code), 0);
    }
    ck_assert_ptr_null(diag_code_find("no-such-code"));
}
END_TEST

static void fill(TCase *t) {
    tcase_add_test(t, each_fixture_has_its_words);
    tcase_add_test(t, encodings_are_accepted);
    tcase_add_test(t, lines_count_in_all_encodings);
    tcase_add_test(t, bytes_that_are_no_script);
    tcase_add_test(t, paths_that_are_no_script);
    tcase_add_test(t, ten_megabytes_are_too_many);
    tcase_add_test(t, no_prefix_of_a_scene_is_a_scene);
    tcase_add_test(t, suggestions_are_kept_apart);
    tcase_add_test(t, catalogue_is_sorted_and_complete);
}

int main(void) { return run_suite("diag_scenes", fill); }
