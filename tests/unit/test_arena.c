/* SPDX-License-Identifier: MIT
 *
 * Arenas: alignment, budget, reuse without allocation, rewind.
 */
#include "base/arena.h"
#include "support/suite.h"
#include <string.h>

static struct allocator_counting counting;
static struct arena arena;

static void fresh(size_t chunk, size_t budget) {
    allocator_counting_init(&counting, allocator_default());
    arena_init(&arena, &counting.allocator, chunk, budget);
}

START_TEST(pieces_are_aligned_and_apart) {
    fresh(256, 0);
    static const size_t aligns[] = {1, 2, 4, 8, 16, 32, 64, 4096};
    unsigned char *pieces[64];
    for (size_t i = 0; i < 64; i++) {
        size_t align = aligns[i % 8];
        pieces[i] = arena_push(&arena, i + 1, align);
        ck_assert_uint_eq((uintptr_t)pieces[i] % align, 0);
        memset(pieces[i], (int)i, i + 1);
    }
    for (size_t i = 0; i < 64; i++)
        for (size_t k = 0; k <= i; k++) ck_assert_uint_eq(pieces[i][k], i);
    ck_assert_uint_eq((uintptr_t)arena_push(&arena, 1, 0) % 16, 0);
    arena_drop(&arena);
    ck_assert_uint_eq(atomic_load(&counting.live_bytes), 0);
}
END_TEST

START_TEST(a_warm_arena_takes_no_memory) {
    fresh(128, 0);
    size_t after_first = 0;
    for (int frame = 0; frame < 10; frame++) {
        for (size_t i = 0; i < 50; i++) ck_assert_ptr_nonnull(arena_push(&arena, 40 + i, 8));
        arena_reset(&arena);
        if (frame == 0) after_first = atomic_load(&counting.allocations);
    }
    ck_assert_uint_eq(atomic_load(&counting.allocations), after_first);
    ck_assert_uint_eq(atomic_load(&counting.live_bytes), arena_reserved(&arena));
    arena_drop(&arena);
}
END_TEST

START_TEST(the_budget_is_kept) {
    fresh(64, 1000);
    size_t sum = 0;
    while (arena_push(&arena, 30, 1)) sum += 30;
    ck_assert_uint_eq(sum, 990);
    ck_assert_uint_eq(arena.used, 990);
    ck_assert_ptr_null(arena_push(&arena, 11, 1));
    ck_assert_ptr_null(arena_push(&arena, SIZE_MAX, 1));
    ck_assert_ptr_nonnull(arena_push(&arena, 10, 1));
    arena_reset(&arena);
    ck_assert_ptr_nonnull(arena_push(&arena, 1000, 1));
    arena_drop(&arena);
}
END_TEST

START_TEST(sizes_that_do_not_fit_are_refused) {
    fresh(0, 0);
    ck_assert_ptr_null(arena_push(&arena, SIZE_MAX, 1));
    ck_assert_ptr_null(arena_push(&arena, SIZE_MAX - 20, 64));
    ck_assert_ptr_null(arena_push_array(&arena, SIZE_MAX / 4, 8, 8));
    ck_assert_ptr_null(arena_text_n(&arena, "", SIZE_MAX));
    ck_assert_uint_eq(arena.used, 0);
    arena_drop(&arena);
}
END_TEST

START_TEST(rewind_gives_the_same_place_again) {
    fresh(128, 0);
    struct arena_mark empty = arena_mark(&arena);
    char *first = arena_push(&arena, 100, 1);
    struct arena_mark mark = arena_mark(&arena);
    char *second = arena_push(&arena, 300, 1);
    arena_push(&arena, 500, 1);
    arena_rewind(&arena, mark);
    ck_assert_uint_eq(arena.used, 100);
    ck_assert_ptr_eq(arena_push(&arena, 300, 1), second);
    arena_rewind(&arena, empty);
    ck_assert_uint_eq(arena.used, 0);
    ck_assert_ptr_eq(arena_push(&arena, 100, 1), first);
    arena_drop(&arena);
}
END_TEST

START_TEST(zeros_where_they_are_promised) {
    fresh(4096, 0);
    memset(arena_push(&arena, 4000, 1), 0xff, 4000);
    arena_reset(&arena);
    const unsigned char *p = arena_push_array(&arena, 100, 8, 8);
    for (int i = 0; i < 800; i++) ck_assert_uint_eq(p[i], 0);
    arena_drop(&arena);
}
END_TEST

START_TEST(texts_are_copies) {
    fresh(0, 0);
    char source[] = "hello";
    const char *copy = arena_text(&arena, source), *part = arena_text_n(&arena, source, 2);
    source[0] = 'j';
    ck_assert_str_eq(copy, "hello");
    ck_assert_str_eq(part, "he");
    ck_assert_str_eq(arena_format(&arena, "%s-%d", copy, 42), "hello-42");
    arena_drop(&arena);
}
END_TEST

START_TEST(no_memory_is_null_and_harmless) { /* For each request that fails. */
    struct allocator_failing f;
    allocator_failing_init(&f, allocator_default(), (size_t)_i + 1, 0);
    arena_init(&arena, &f.allocator, 64, 0);
    int nulls = 0;
    for (int i = 0; i < 8; i++) {
        char *p = arena_push(&arena, 60, 1);
        if (p)
            memset(p, i, 60);
        else
            nulls++;
    }
    ck_assert_int_eq(nulls, 1);
    arena_drop(&arena);
}
END_TEST

SUITE_MAIN("arena", TEST(pieces_are_aligned_and_apart), TEST(a_warm_arena_takes_no_memory),
           TEST(the_budget_is_kept), TEST(sizes_that_do_not_fit_are_refused),
           TEST(rewind_gives_the_same_place_again), TEST(zeros_where_they_are_promised),
           TEST(texts_are_copies), TEST_LOOP(no_memory_is_null_and_harmless, 0, 8))
