/* SPDX-License-Identifier: MIT */
#include "base/str.h"
#include "plugin/buffers.h"
#include "support/suite.h"
#include <float.h>
#include <math.h>
#include <string.h>

static struct buffer_store store;

static void begin(size_t budget) { buffers_init(&store, allocator_default(), budget); }

static void *take(const char *name, uint32_t type, uint64_t count, uint32_t components,
                  uint32_t flags, uint32_t *origin) {
    wisp_buffer_desc desc = {sizeof desc, type, name, count, components, flags, NULL};
    return buffers_get(&store, &desc, origin, NULL);
}

START_TEST(a_new_buffer_is_zero_and_aligned) {
    uint32_t origin = 0;
    begin(1 << 20);
    float *pos = take("pos", WISP_TYPE_F32, 100, 3, 0, &origin);
    ck_assert_uint_eq(origin, WISP_ORIGIN_FRESH);
    ck_assert_uint_eq((uintptr_t)pos % 64, 0);
    for (int i = 0; i < 300; i++) ck_assert_float_eq(pos[i], 0);
    ck_assert_ptr_eq(take("pos", WISP_TYPE_F32, 100, 3, 0, &origin), pos);
    ck_assert_uint_eq(origin, WISP_ORIGIN_KEPT);
    ck_assert_ptr_nonnull(take("empty", WISP_TYPE_U8, 0, 1, 0, NULL));
    ck_assert_ptr_nonnull(take("no_components", WISP_TYPE_U8, 1, 0, 0, NULL));
    ck_assert_uint_eq(buffers_find(&store, "no_components")->components, 1);
    buffers_free(&store);
    ck_assert_uint_eq(store.bytes, 0);
}
END_TEST

START_TEST(another_size_keeps_the_common_part) {
    uint32_t origin;
    begin(1 << 20);
    float *pos = take("pos", WISP_TYPE_F32, 4, 3, 0, NULL);
    for (int i = 0; i < 12; i++) pos[i] = (float)i;
    pos = take("pos", WISP_TYPE_F32, 6, 2, 0, &origin);
    ck_assert_uint_eq(origin, WISP_ORIGIN_RESIZED);
    const float larger[] = {0, 1, 3, 4, 6, 7, 9, 10, 0, 0, 0, 0};
    ck_assert_mem_eq(pos, larger, sizeof larger);
    pos = take("pos", WISP_TYPE_F32, 2, 2, 0, NULL);
    ck_assert_mem_eq(pos, larger, 4 * sizeof(float));
    buffers_free(&store);
}
END_TEST

START_TEST(planes_are_taken_apart_and_put_together) {
    uint32_t origin;
    begin(1 << 20);
    float *pos = take("pos", WISP_TYPE_F32, 3, 2, 0, NULL);
    for (int i = 0; i < 6; i++) pos[i] = (float)i;
    pos = take("pos", WISP_TYPE_F32, 3, 2, WISP_BUFFER_PLANAR, &origin);
    ck_assert_uint_eq(origin, WISP_ORIGIN_CONVERTED);
    const float planes[] = {0, 2, 4, 1, 3, 5};
    ck_assert_mem_eq(pos, planes, sizeof planes);
    pos = take("pos", WISP_TYPE_F32, 4, 2, WISP_BUFFER_PLANAR, &origin);
    const float wider[] = {0, 2, 4, 0, 1, 3, 5, 0};
    ck_assert_uint_eq(origin, WISP_ORIGIN_RESIZED);
    ck_assert_mem_eq(pos, wider, sizeof wider);
    ck_assert_double_eq(buffer_value(buffers_find(&store, "pos"), 2, 1), 5);
    buffers_free(&store);
}
END_TEST

/* from -> to, with the value that must come out. */
static const struct {
    uint32_t from, to;
    double value, result;
} conversions[] = {
    {WISP_TYPE_F32, WISP_TYPE_F64, 0.5, 0.5},
    {WISP_TYPE_F64, WISP_TYPE_F32, 1e300, 0},
    {WISP_TYPE_F64, WISP_TYPE_F32, 0.25, 0.25},
    {WISP_TYPE_F64, WISP_TYPE_I32, -7.9, -7},
    {WISP_TYPE_F64, WISP_TYPE_I32, 3e9, 0},
    {WISP_TYPE_F64, WISP_TYPE_I32, -2147483648.0, -2147483648.0},
    {WISP_TYPE_F64, WISP_TYPE_U8, 255.5, 255},
    {WISP_TYPE_F64, WISP_TYPE_U8, 256, 0},
    {WISP_TYPE_F64, WISP_TYPE_U32, -1, 0},
    {WISP_TYPE_F64, WISP_TYPE_U32, -0.5, 0},
    {WISP_TYPE_F64, WISP_TYPE_U64, 1e20, 0},
    {WISP_TYPE_F64, WISP_TYPE_I64, -9223372036854775808.0, -9223372036854775808.0},
    {WISP_TYPE_I32, WISP_TYPE_U16, 65535, 65535},
    {WISP_TYPE_I32, WISP_TYPE_U16, 65536, 0},
    {WISP_TYPE_I32, WISP_TYPE_F32, -12345, -12345},
    {WISP_TYPE_U32, WISP_TYPE_I32, 4e9, 0},
    {WISP_TYPE_U8, WISP_TYPE_I64, 200, 200},
};

static void put(void *data, uint32_t type, double v) {
    switch (type) {
    case WISP_TYPE_F32:
        *(float *)data = (float)v;
        break;
    case WISP_TYPE_F64:
        *(double *)data = v;
        break;
    case WISP_TYPE_I32:
        *(int32_t *)data = (int32_t)v;
        break;
    case WISP_TYPE_U32:
        *(uint32_t *)data = (uint32_t)v;
        break;
    default:
        *(uint8_t *)data = (uint8_t)v;
        break;
    }
}

START_TEST(numbers_convert_or_become_zero) {
    uint32_t origin;
    begin(1 << 20);
    put(take("n", conversions[_i].from, 1, 1, 0, NULL), conversions[_i].from,
        conversions[_i].value);
    ck_assert_ptr_nonnull(take("n", conversions[_i].to, 1, 1, 0, &origin));
    ck_assert_uint_eq(origin, WISP_ORIGIN_CONVERTED);
    ck_assert_double_eq(buffer_value(buffers_find(&store, "n"), 0, 0), conversions[_i].result);
    buffers_free(&store);
}
END_TEST

START_TEST(wide_integers_convert_without_loss) {
    begin(1 << 20);
    *(uint64_t *)take("n", WISP_TYPE_U64, 1, 1, 0, NULL) = UINT64_C(9007199254740993);
    int64_t *n = take("n", WISP_TYPE_I64, 1, 1, 0, NULL);
    ck_assert_int_eq(*n, INT64_C(9007199254740993));
    *n = INT64_MIN;
    ck_assert_uint_eq(*(uint64_t *)take("n", WISP_TYPE_U64, 1, 1, 0, NULL), 0);
    *(double *)take("m", WISP_TYPE_F64, 1, 1, 0, NULL) = (double)NAN;
    ck_assert_int_eq(*(int32_t *)take("m", WISP_TYPE_I32, 1, 1, 0, NULL), 0);
    buffers_free(&store);
}
END_TEST

START_TEST(an_alias_gives_its_data_and_goes) {
    uint32_t origin;
    begin(1 << 20);
    *(float *)take("warmth", WISP_TYPE_F32, 1, 1, 0, NULL) = 7;
    store.items[0].claimed = false; /* As in a new run. */
    wisp_buffer_desc desc = {sizeof desc, WISP_TYPE_F32, "heat", 1, 1, 0, "warmth"};
    ck_assert_float_eq(*(float *)buffers_get(&store, &desc, &origin, NULL), 7);
    ck_assert_uint_eq(origin, WISP_ORIGIN_KEPT);
    ck_assert_ptr_null(buffers_find(&store, "warmth"));
    ck_assert_uint_eq(store.count, 1);
    buffers_free(&store);
}
END_TEST

START_TEST(over_the_budget_nothing_changes) {
    const char *why = NULL;
    begin(4096);
    float *pos = take("pos", WISP_TYPE_F32, 500, 1, 0, NULL);
    pos[499] = 3;
    wisp_buffer_desc desc = {sizeof desc, WISP_TYPE_F32, "pos", 5000, 1, 0, NULL};
    ck_assert_ptr_null(buffers_get(&store, &desc, NULL, &why));
    ck_assert_str_eq(why, "over the memory budget");
    ck_assert_ptr_eq(buffers_find(&store, "pos")->data, pos);
    ck_assert_float_eq(pos[499], 3);
    ck_assert_ptr_nonnull(take("pos", WISP_TYPE_F32, 900, 1, 0, NULL)); /* The old goes. */
    buffers_free(&store);
}
END_TEST

static const struct {
    wisp_buffer_desc desc;
    const char *why;
} bad[] = {
    {{0, WISP_TYPE_F32, "a", 1, 1, 0, NULL}, "struct_size is not set"},
    {{sizeof(wisp_buffer_desc), 0, "a", 1, 1, 0, NULL}, "unknown element type"},
    {{sizeof(wisp_buffer_desc), 99, "a", 1, 1, 0, NULL}, "unknown element type"},
    {{sizeof(wisp_buffer_desc), 1, NULL, 1, 1, 0, NULL},
     "the name must be [a-z][a-z0-9_.]*, at most 31 long"},
    {{sizeof(wisp_buffer_desc), 1, "Pos", 1, 1, 0, NULL},
     "the name must be [a-z][a-z0-9_.]*, at most 31 long"},
    {{sizeof(wisp_buffer_desc), 1, "a23456789012345678901234567890123", 1, 1, 0, NULL},
     "the name must be [a-z][a-z0-9_.]*, at most 31 long"},
    {{sizeof(wisp_buffer_desc), 1, "a", UINT64_MAX, 1, 0, NULL}, "the size does not fit"},
    {{sizeof(wisp_buffer_desc), 1, "a", UINT64_MAX / 16, 64, 0, NULL}, "the size does not fit"},
    {{sizeof(wisp_buffer_desc), 1, "a", 1, 65, 0, NULL}, "more than 64 components"},
};

START_TEST(a_wrong_request_says_what_is_wrong) {
    const char *why = NULL;
    begin(1 << 20);
    ck_assert_ptr_null(buffers_get(&store, &bad[_i].desc, NULL, &why));
    ck_assert_str_eq(why, bad[_i].why);
    ck_assert_uint_eq(store.count, 0);
    buffers_free(&store);
}
END_TEST

START_TEST(at_most_64_buffers) {
    char name[8];
    begin(1 << 20);
    for (int i = 0; i < 64; i++) {
        str_format(name, sizeof name, "b%d", i);
        ck_assert_ptr_nonnull(take(name, WISP_TYPE_U8, 1, 1, 0, NULL));
    }
    ck_assert_ptr_null(take("more", WISP_TYPE_U8, 1, 1, 0, NULL));
    for (uint32_t i = 1; i < store.count; i++)
        ck_assert_int_lt(strcmp(store.items[i - 1].name, store.items[i].name), 0);
    buffers_drop(&store, "b7");
    buffers_drop(&store, "never_was");
    ck_assert_uint_eq(store.count, 63);
    buffers_free(&store);
}
END_TEST

START_TEST(only_what_is_used_is_kept) {
    struct buffer_store copy;
    begin(1 << 20);
    uint16_t *ids = take("ids", WISP_TYPE_U16, 10, 2, WISP_BUFFER_PLANAR, NULL);
    for (uint16_t i = 0; i < 20; i++) ids[i] = (uint16_t)(i + 1);
    take("bins", WISP_TYPE_U32, 10, 1, WISP_BUFFER_SCRATCH, NULL);
    ck_assert_int_eq(buffers_set_used(&store, "ids", 3), WISP_OK);
    ck_assert_int_eq(buffers_set_used(&store, "ids", 11), WISP_E_BAD_PARAM);
    ck_assert_int_eq(buffers_set_used(&store, "none", 1), WISP_E_NOT_FOUND);
    buffers_init(&copy, allocator_default(), 1 << 20);
    ck_assert_int_eq(buffers_clone(&store, &copy), WISP_OK);
    ck_assert_uint_eq(copy.count, 1);
    const uint16_t kept[20] = {1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 11, 12, 13};
    ck_assert_mem_eq(copy.items[0].data, kept, sizeof kept);
    ck_assert_uint_eq(copy.items[0].used, 3);
    /* Nobody asks for it: it is dropped, and said so. */
    ck_assert_uint_eq(buffers_report(&copy).dropped, 1);
    buffers_sweep(&copy);
    ck_assert_uint_eq(copy.count, 0);
    buffers_free(&copy);
    buffers_free(&store);
}
END_TEST

START_TEST(used_follows_the_size_until_it_is_set) {
    begin(1 << 20);
    take("a", WISP_TYPE_U8, 10, 1, 0, NULL);
    take("a", WISP_TYPE_U8, 20, 1, 0, NULL);
    ck_assert_uint_eq(buffers_find(&store, "a")->used, 20);
    buffers_set_used(&store, "a", 15);
    take("a", WISP_TYPE_U8, 30, 1, 0, NULL);
    ck_assert_uint_eq(buffers_find(&store, "a")->used, 15);
    take("a", WISP_TYPE_U8, 5, 1, 0, NULL);
    ck_assert_uint_eq(buffers_find(&store, "a")->used, 5);
    buffers_free(&store);
}
END_TEST

START_TEST(a_nan_is_found_wherever_it_is) {
    const struct buffer *where;
    uint64_t cursor = 0, element = 0;
    begin(1 << 20);
    float *pos = take("pos", WISP_TYPE_F32, 1000, 3, WISP_BUFFER_PLANAR, NULL);
    take("ids", WISP_TYPE_U32, 1000, 1, 0, NULL);
    double *mass = take("mass", WISP_TYPE_F64, 10, 1, 0, NULL);
    buffers_set_used(&store, "pos", 900);
    pos[950] = (float)NAN; /* Not used. */
    ck_assert(!buffers_find_nan(&store, &cursor, UINT64_MAX, &where, &element));
    pos[2000 + 899] = (float)NAN;
    bool found = false;
    for (int i = 0; i < 100 && !found; i++)
        found = buffers_find_nan(&store, &cursor, 50, &where, &element);
    ck_assert(found);
    ck_assert_str_eq(where->name, "pos");
    ck_assert_uint_eq(element, 899);
    pos[2000 + 899] = 0;
    mass[9] = (double)NAN;
    cursor = 0;
    ck_assert(buffers_find_nan(&store, &cursor, UINT64_MAX, &where, &element));
    ck_assert_str_eq(where->name, "mass");
    ck_assert_uint_eq(element, 9);
    buffers_free(&store);
}
END_TEST

SUITE_MAIN("buffers", TEST(a_new_buffer_is_zero_and_aligned),
           TEST(another_size_keeps_the_common_part),
           TEST(planes_are_taken_apart_and_put_together),
           TEST_LOOP(numbers_convert_or_become_zero, 0,
                     (int)(sizeof conversions / sizeof *conversions)),
           TEST(wide_integers_convert_without_loss), TEST(an_alias_gives_its_data_and_goes),
           TEST(over_the_budget_nothing_changes),
           TEST_LOOP(a_wrong_request_says_what_is_wrong, 0, (int)(sizeof bad / sizeof *bad)),
           TEST(at_most_64_buffers), TEST(only_what_is_used_is_kept),
           TEST(used_follows_the_size_until_it_is_set), TEST(a_nan_is_found_wherever_it_is))
