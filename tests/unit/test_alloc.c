/* SPDX-License-Identifier: MIT
 *
 * Allocators: sizes that do not fit, exact counting, and failure on demand.
 */
#include "base/alloc.h"
#include "support/suite.h"
#include <string.h>

START_TEST(products_and_sums_that_do_not_fit_are_refused) {
    size_t out = 7;
    ck_assert(!size_mul(SIZE_MAX / 2 + 1, 2, &out));
    ck_assert(!size_add(SIZE_MAX, 1, &out));
    ck_assert_uint_eq(out, 7);
    ck_assert(size_mul(SIZE_MAX / 3, 3, &out));
    ck_assert_uint_eq(out, SIZE_MAX / 3 * 3);
    ck_assert(size_add(SIZE_MAX - 1, 1, &out));
    ck_assert_uint_eq(out, SIZE_MAX);
    const struct allocator *a = allocator_default();
    ck_assert_ptr_null(alloc_array(a, SIZE_MAX / 8 + 1, 16));
    ck_assert_ptr_null(alloc_resize(a, NULL, 0, SIZE_MAX, 2));
}
END_TEST

START_TEST(counting_is_exact) {
    struct allocator_counting c;
    allocator_counting_init(&c, allocator_default());
    const struct allocator *a = &c.allocator;
    unsigned char *p = alloc_zero(a, 100);
    for (int i = 0; i < 100; i++) ck_assert_uint_eq(p[i], 0);
    ck_assert_uint_eq(atomic_load(&c.live_bytes), 100);
    p = alloc_resize(a, p, 100, 300, 1);
    ck_assert_uint_eq(atomic_load(&c.live_bytes), 300);
    ck_assert_uint_eq(atomic_load(&c.live_blocks), 1);
    p = alloc_resize(a, p, 300, 50, 1);
    char *t = alloc_text(a, "abc");
    ck_assert_str_eq(t, "abc");
    ck_assert_uint_eq(atomic_load(&c.live_bytes), 54);
    ck_assert_uint_eq(atomic_load(&c.live_blocks), 2);
    alloc_free(a, t, 4);
    alloc_free(a, p, 50);
    alloc_free(a, NULL, 0);
    ck_assert_uint_eq(atomic_load(&c.live_bytes), 0);
    ck_assert_uint_eq(atomic_load(&c.live_blocks), 0);
    ck_assert_uint_eq(atomic_load(&c.peak_bytes), 300);
    ck_assert_uint_eq(atomic_load(&c.allocations), 4);
}
END_TEST

START_TEST(nothing_is_no_allocation) {
    struct allocator_counting c;
    allocator_counting_init(&c, allocator_default());
    ck_assert_ptr_null(alloc_bytes(&c.allocator, 0));
    ck_assert_ptr_null(alloc_array(&c.allocator, 0, 16));
    ck_assert_uint_eq(atomic_load(&c.allocations), 0);
    ck_assert_uint_eq(atomic_load(&c.live_blocks), 0);
}
END_TEST

START_TEST(the_nth_request_fails) {
    struct allocator_failing f;
    allocator_failing_init(&f, allocator_default(), 2, 0);
    void *a = alloc_bytes(&f.allocator, 10), *b = alloc_bytes(&f.allocator, 10);
    void *c = alloc_bytes(&f.allocator, 10);
    ck_assert_ptr_nonnull(a);
    ck_assert_ptr_null(b);
    ck_assert_ptr_nonnull(c);
    alloc_free(&f.allocator, a, 10);
    alloc_free(&f.allocator, c, 10);
    ck_assert_uint_eq(atomic_load(&f.requests), 3);

    allocator_failing_init(&f, allocator_default(), 1, 1);
    ck_assert_ptr_null(alloc_bytes(&f.allocator, 10));
    ck_assert_ptr_null(alloc_bytes(&f.allocator, 10));
}
END_TEST

START_TEST(growth_that_fails_changes_nothing) {
    struct allocator_failing f;
    allocator_failing_init(&f, allocator_default(), 2, 1);
    void *p = NULL;
    size_t capacity = 0;
    ck_assert(alloc_grow(&f.allocator, &p, &capacity, 1, 4));
    void *before = p;
    size_t had = capacity;
    ck_assert(alloc_grow(&f.allocator, &p, &capacity, had, 4));
    ck_assert(!alloc_grow(&f.allocator, &p, &capacity, had + 1, 4));
    ck_assert_ptr_eq(p, before);
    ck_assert_uint_eq(capacity, had);
    ck_assert(!alloc_grow(&f.allocator, &p, &capacity, SIZE_MAX, 4));
    alloc_free(&f.allocator, p, capacity * 4);
}
END_TEST

SUITE_MAIN("alloc", TEST(products_and_sums_that_do_not_fit_are_refused),
           TEST(counting_is_exact), TEST(nothing_is_no_allocation), TEST(the_nth_request_fails),
           TEST(growth_that_fails_changes_nothing))
