/* SPDX-License-Identifier: MIT
 *
 * The layout of everything that crosses the border, against offsets.txt: released fields are
 * never moved or re-typed. After adding to the end of a struct, write the file anew with
 * WISP_WRITE_OFFSETS=1 and look at the difference: only new lines and sizes may appear.
 */
#include "abi/fields.h"
#include "support/suite.h"
#include <stdio.h>
#include <string.h>
#include <wisp/gfx.h>

_Static_assert(offsetof(wisp_effect, magic) == 0, "the head never changes");
_Static_assert(offsetof(wisp_effect, struct_size) == 4, "the head never changes");
_Static_assert(offsetof(wisp_effect, abi_major) == 8, "the head never changes");
_Static_assert(offsetof(wisp_effect, abi_minor) == 12, "the head never changes");
_Static_assert(sizeof(void *) == 8, "offsets.txt is of 64-bit machines");

#define SIZE_OF(s) {#s, "", sizeof(struct s), sizeof(struct s)},
#define OFFSET_OF(s, f) {#s, "." #f, offsetof(struct s, f), sizeof(((struct s *)0)->f)},

static const struct {
    const char *name, *field;
    size_t offset, size;
} now[] = {ABI_LAYOUT(SIZE_OF, OFFSET_OF)};
enum { COUNT = sizeof now / sizeof *now };

static const char path[] = WISP_SOURCE_ROOT "/tests/abi/offsets.txt";

static void line_of(int i, char *out, size_t size) {
    if (now[i].field[0])
        snprintf(out, size, "%s%s %zu %zu\n", now[i].name, now[i].field, now[i].offset,
                 now[i].size);
    else
        snprintf(out, size, "%s %zu\n", now[i].name, now[i].size);
}

static void write_golden(void) {
    char line[256];
    FILE *out = fopen(path, "w");
    ck_assert_ptr_nonnull(out);
    for (int i = 0; i < COUNT; i++) {
        line_of(i, line, sizeof line);
        fputs(line, out);
    }
    fclose(out);
}

START_TEST(nothing_has_moved) {
    char line[256], golden[256];
    if (getenv("WISP_WRITE_OFFSETS")) write_golden();
    FILE *in = fopen(path, "r");
    ck_assert_ptr_nonnull(in);
    for (int i = 0; i < COUNT; i++) {
        line_of(i, line, sizeof line);
        ck_assert_ptr_nonnull(fgets(golden, sizeof golden, in));
        ck_assert_str_eq(line, golden);
    }
    ck_assert_ptr_null(fgets(golden, sizeof golden, in));
    fclose(in);
}
END_TEST

/* A field that fields.h does not list would hide: all listed ones fill the struct but for
 * padding. */
START_TEST(no_field_is_missing_from_the_list) {
    for (int i = 0; i < COUNT; i++) {
        if (now[i].field[0]) continue;
        size_t end = 0;
        for (int k = i + 1; k < COUNT && now[k].field[0]; k++) {
            ck_assert_msg(now[k].offset >= end && now[k].offset - end < 8, "%s: gap before %s",
                          now[i].name, now[k].field);
            end = now[k].offset + now[k].size;
        }
        ck_assert_msg(now[i].size >= end && now[i].size - end < 8, "%s: fields after the last",
                      now[i].name);
    }
}
END_TEST

SUITE_MAIN("layout", TEST(nothing_has_moved), TEST(no_field_is_missing_from_the_list))
