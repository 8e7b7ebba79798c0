/* SPDX-License-Identifier: MIT
 *
 * Putting shaders together, and finding the way back from a compiler's words to the file.
 */
#include "gfx/shader_source.h"
#include "os/file.h"
#include "render/files.h"
#include "support/suite.h"
#include <stdio.h>
#include <string.h>

static char folder[256], path[512];
static char *roots[GFX_ROOTS_MOST];
static struct gfx_files files;
static struct shader_reader reader;
static struct shader_files found;
static struct strbuf out;
static struct diag_list diags;

static void begin(void) {
    ck_assert_int_eq(file_temp_dir("shader", folder, sizeof folder), WISP_OK);
    roots[0] = folder;
    files = render_files();
    reader = (struct shader_reader){allocator_default(), &files, roots};
    found = (struct shader_files){0};
    strbuf_init(&out, allocator_default());
    diag_list_init(&diags, allocator_default());
}

static void end(void) {
    shader_files_free(allocator_default(), &found);
    strbuf_free(&out);
    diag_list_free(&diags);
    ck_assert_int_eq(file_remove_tree(folder), WISP_OK);
}

static void write_file(const char *name, const void *text, size_t size) {
    snprintf(path, sizeof path, "%s/%s", folder, name);
    ck_assert_int_eq(file_write(path, text, size, 0), WISP_OK);
}

static void write_text(const char *name, const char *text) {
    write_file(name, text, strlen(text));
}

static bool build(const char *name, const char *defines) {
    return shader_source(&reader, name, defines, &found, &out, &diags);
}

START_TEST(includes_are_taken_once_with_lines_kept) {
    begin();
    write_text("lib.glsl", "float one;\n");
    write_text("a.frag",
               "// first\n#include \"lib.glsl\"\n  #  include \"lib.glsl\"\nfloat two;\n");
    ck_assert(build("a.frag", "LIT 1\nSTEPS 32"));
    ck_assert_str_eq(strbuf_text(&out),
                     "#version 330 core\n#define WISP_GL 1\n"
                     "#define LIT 1\n#define STEPS 32\n"
                     "#line 1 0\n// first\n#line 100001 1\nfloat one;\n#line 3 0\n"
                     "#line 4 0\nfloat two;\n");
    ck_assert_uint_eq(found.count, 2);
    end();
}
END_TEST

START_TEST(cycles_end) {
    begin();
    write_text("a.glsl", "#include \"b.glsl\"\nfloat a;\n");
    write_text("b.glsl", "#include \"a.glsl\"\nfloat b;\n");
    ck_assert(build("a.glsl", NULL));
    ck_assert_ptr_nonnull(strstr(strbuf_text(&out), "float b;"));
    end();
}
END_TEST

START_TEST(deep_includes_end) {
    begin();
    for (int i = 0; i < 40; i++) {
        char name[32], text[64];
        snprintf(name, sizeof name, "f%d.glsl", i);
        snprintf(text, sizeof text, "#include \"f%d.glsl\"\n", i + 1);
        write_text(name, text);
    }
    ck_assert(!build("f0.glsl", NULL));
    ck_assert_ptr_nonnull(strstr(diags.items[0].text, "too deeply"));
    end();
}
END_TEST

START_TEST(a_missing_include_is_told_of_where_it_stands) {
    begin();
    write_text("a.frag", "\n\n#include \"no.glsl\"\n#include <b>\nvoid main() {}\n");
    ck_assert(!build("a.frag", NULL));
    ck_assert_uint_eq(diags.count, 2);
    snprintf(path, sizeof path, "%s/a.frag", folder);
    ck_assert_str_eq(diags.items[0].file, path);
    ck_assert_int_eq(diags.items[0].line, 3);
    ck_assert_str_eq(diags.items[0].text, "cannot read \"no.glsl\": not found");
    ck_assert_int_eq(diags.items[1].line, 4);
    /* The place where it was sought is remembered, so that it can be waited for. */
    snprintf(path, sizeof path, "%s/no.glsl", folder);
    ck_assert(shader_files_has(&found, path));
    end();
}
END_TEST

START_TEST(nothing_outside_of_the_folder_is_read) {
    static const char *const names[] = {"../secret", "/etc/passwd", "a/../../secret", ""};
    begin();
    ck_assert(!build(names[_i], NULL));
    ck_assert_uint_eq(found.count, 0);
    end();
}
END_TEST

START_TEST(odd_bytes) {
    begin();
    write_text("bom.frag", "\xEF\xBB\xBFvoid main() {}\r\nfloat x;");
    ck_assert(build("bom.frag", NULL));
    ck_assert_ptr_nonnull(strstr(strbuf_text(&out), "#line 1 0\nvoid main() {}\nfloat x;\n"));
    write_file("zero.frag", "a\0b", 3);
    ck_assert(!build("zero.frag", NULL));
    ck_assert(!build("lost.frag", NULL));
    end();
}
END_TEST

START_TEST(words_of_every_compiler_are_understood) {
    static const struct {
        const char *text;
        int file, line, col;
        const char *words;
    } cases[] = {
        {"0:12(5): error: `foo' undeclared\n", 0, 12, 5, "`foo' undeclared"},
        {"1:3(1): error: syntax error\n", 1, 3, 1, "syntax error"},
        {"0(12) : error C1008: undefined variable \"foo\"\n", 0, 12, 0,
         "undefined variable \"foo\""},
        {"ERROR: 1:7: 'foo' : undeclared identifier\nERROR: 1 compilation errors.  No code "
         "generated.\n",
         1, 7, 0, "'foo' : undeclared identifier"},
        {"error: linking with uncompiled shader\n", 0, 0, 0,
         "error: linking with uncompiled shader"},
        {"0:2(1): warning: unused\n0:3(1): error: bad\r\n", 0, 3, 1, "bad"},
        {"WARNING: 0:2: old\n1(9) : warning C7050: unset\nERROR: 1:3: bad\n", 1, 3, 0, "bad"},
        {"77:4(2): error: in no file\n", 0, 4, 2, "in no file"},
        {"0:100004(2): error: number of the file lost\n", 1, 4, 2, "number of the file lost"},
        {"", 0, 0, 0, "the shader does not build and the driver says no more"},
    };
    char first[] = "x/a.frag", second[] = "x/b.glsl";
    char *names[] = {first, second};
    const struct shader_files two = {names, 2, 2};
    diag_list_init(&diags, allocator_default());
    shader_errors(&two, "x/a.frag", cases[_i].text, &diags);
    ck_assert_uint_eq(diags.count, 1);
    ck_assert_str_eq(diags.items[0].file, names[cases[_i].file]);
    ck_assert_int_eq(diags.items[0].line, cases[_i].line);
    ck_assert_int_eq(diags.items[0].col, cases[_i].col);
    ck_assert_str_eq(diags.items[0].text, cases[_i].words);
    ck_assert_str_eq(diags.items[0].code, "shader");
    diag_list_free(&diags);
}
END_TEST

SUITE_MAIN("shader_source", TEST(includes_are_taken_once_with_lines_kept), TEST(cycles_end),
           TEST(deep_includes_end), TEST(a_missing_include_is_told_of_where_it_stands),
           TEST_LOOP(nothing_outside_of_the_folder_is_read, 0, 4), TEST(odd_bytes),
           TEST_LOOP(words_of_every_compiler_are_understood, 0, 10))
