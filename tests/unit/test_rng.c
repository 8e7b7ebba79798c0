/* SPDX-License-Identifier: MIT
 *
 * Random numbers: uniform, and independent between counters, keys, seeds and streams. Bounds
 * are about five standard deviations of what a perfect source gives; inputs are fixed, so a
 * result never changes by chance.
 */
#include "support/suite.h"
#include <math.h>
#include <string.h>
#include <wisp/rng.h>

enum { N = 1 << 16 };

/* Small, large and bit-patterned keys, raw and as wisp_rng_key gives them. */
static uint64_t key_of(int i) {
    static const uint64_t raw[] = {
        0, 1, 2, 3, UINT64_MAX, UINT64_C(1) << 63, 0x9e3779b97f4a7c15, 0xaaaaaaaaaaaaaaaa};
    return i < 8 ? raw[i] : wisp_rng_key((uint64_t)i, 0);
}

START_TEST(mean_and_variance) {
    double sum = 0, squares = 0;
    int outside = 0; /* Counted: an assertion per number would take most of the time. */
    for (uint64_t c = 0; c < N; c++) {
        double v = (double)wisp_rng_f01(key_of(_i), c);
        outside += !(v >= 0 && v < 1);
        sum += v;
        squares += v * v;
    }
    ck_assert_int_eq(outside, 0);
    double mean = sum / N, variance = squares / N - mean * mean;
    ck_assert_double_eq_tol(mean, 0.5, 5 * sqrt(1.0 / 12 / N));
    ck_assert_double_eq_tol(variance, 1.0 / 12, 5 * sqrt(1.0 / 180 / N));
}
END_TEST

/* Chi-square over 256 cells, for each byte of the 64 bits. */
START_TEST(every_byte_is_even) {
    for (unsigned shift = 0; shift < 64; shift += 8) {
        unsigned cells[256] = {0};
        for (uint64_t c = 0; c < N; c++) cells[wisp_rng_u64(key_of(_i), c) >> shift & 255]++;
        double chi = 0, expected = N / 256.0;
        for (int i = 0; i < 256; i++) {
            double d = cells[i] - expected;
            chi += d * d / expected;
        }
        ck_assert_double_eq_tol(chi, 255, 5 * sqrt(2 * 255.0));
    }
}
END_TEST

static double correlation(uint64_t key_a, uint64_t key_b, uint64_t lag) {
    double sum = 0;
    for (uint64_t c = 0; c < N; c++)
        sum += ((double)wisp_rng_f01(key_a, c) - 0.5) *
               ((double)wisp_rng_f01(key_b, c + lag) - 0.5);
    return sum / N * 12;
}

START_TEST(neighbours_do_not_know_each_other) {
    double bound = 5 / sqrt(N);
    uint64_t key = key_of(_i);
    static const uint64_t lags[] = {1, 2, 3, 7, 64, 1000};
    for (int i = 0; i < 6; i++)
        ck_assert_double_eq_tol(correlation(key, key, lags[i]), 0, bound);
    ck_assert_double_eq_tol(correlation(key, key + 1, 0), 0, bound);
    ck_assert_double_eq_tol(correlation(key, key ^ UINT64_C(1) << 63, 0), 0, bound);
    ck_assert_double_eq_tol(correlation(key, key + 0x9e3779b97f4a7c15, 0), 0, bound);
    ck_assert_double_eq_tol(correlation(key, key + 0x9e3779b97f4a7c15, 1), 0, bound);
    ck_assert_double_eq_tol(correlation(key, key - 0x9e3779b97f4a7c15, 1), 0, bound);
    ck_assert_double_eq_tol(
        correlation(wisp_rng_key((uint64_t)_i, 0), wisp_rng_key((uint64_t)_i, 1), 0), 0, bound);
    ck_assert_double_eq_tol(
        correlation(wisp_rng_key((uint64_t)_i, 1), wisp_rng_key((uint64_t)_i + 1, 0), 0), 0,
        bound);
}
END_TEST

/* Pairs of neighbours on a 64 x 64 grid: planes and stripes would show. */
START_TEST(pairs_fill_the_square) {
    static unsigned cells[64 * 64];
    memset(cells, 0, sizeof cells);
    enum { PAIRS = 1 << 18 };
    for (uint64_t c = 0; c < PAIRS; c++) {
        unsigned x = wisp_rng_u32(key_of(_i), 2 * c) >> 26;
        unsigned y = wisp_rng_u32(key_of(_i), 2 * c + 1) >> 26;
        cells[y * 64 + x]++;
    }
    double chi = 0, expected = PAIRS / 4096.0;
    for (int i = 0; i < 4096; i++)
        chi += (cells[i] - expected) * (cells[i] - expected) / expected;
    ck_assert_double_eq_tol(chi, 4095, 5 * sqrt(2 * 4095.0));
}
END_TEST

/* One bit of key or counter changes each bit of the result in half of all cases. */
START_TEST(one_bit_changes_half_of_all) {
    enum { TRIALS = 4096 };
    unsigned flips[2][64] = {{0}};
    for (uint64_t t = 0; t < TRIALS; t++) {
        uint64_t key = wisp_rng_key(t, 9), base = wisp_rng_u64(key, t);
        uint64_t by_key = base ^ wisp_rng_u64(key ^ UINT64_C(1) << _i, t);
        uint64_t by_counter = base ^ wisp_rng_u64(key, t ^ UINT64_C(1) << _i);
        for (int b = 0; b < 64; b++) {
            flips[0][b] += (unsigned)(by_key >> b & 1);
            flips[1][b] += (unsigned)(by_counter >> b & 1);
        }
    }
    for (int b = 0; b < 64; b++)
        for (int k = 0; k < 2; k++)
            ck_assert_double_eq_tol(flips[k][b], TRIALS / 2.0, 5.5 * sqrt(TRIALS) / 2);
}
END_TEST

static int by_value(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* f(key, .) is one to one; keys of a grid of seeds and streams are all different. */
START_TEST(nothing_twice) {
    static uint64_t v[N];
    for (uint64_t c = 0; c < N; c++)
        v[c] = _i == 0 ? wisp_rng_u64(0, c) : wisp_rng_key(c >> 8, c & 255);
    qsort(v, N, sizeof v[0], by_value);
    int same = 0;
    for (int i = 1; i < N; i++) same += v[i - 1] == v[i];
    ck_assert_int_eq(same, 0);
}
END_TEST

START_TEST(ranges_hold) {
    int outside = 0;
    for (uint64_t c = 0; c < N; c++) {
        float v = wisp_rng_range(5, c, -3.0f, 7.0f);
        outside += !(v >= -3.0f && v <= 7.0f) || wisp_rng_range(5, c, 2.0f, 2.0f) != 2.0f;
    }
    ck_assert_int_eq(outside, 0);
}
END_TEST

/* The vectorised loop gives the bits of the plain call. */
START_TEST(order_of_calls_does_not_matter) {
    static float ahead[N];
    int different = 0;
    for (uint64_t c = 0; c < N; c++) ahead[c] = wisp_rng_f01(77, c);
    for (uint64_t c = N; c-- > 0;) {
        volatile uint64_t counter = c;
        different += wisp_rng_f01(77, counter) != ahead[c];
    }
    ck_assert_int_eq(different, 0);
}
END_TEST

SUITE_MAIN("rng", TEST_LOOP(mean_and_variance, 0, 16), TEST_LOOP(every_byte_is_even, 0, 12),
           TEST_LOOP(neighbours_do_not_know_each_other, 0, 12),
           TEST_LOOP(pairs_fill_the_square, 0, 12),
           TEST_LOOP(one_bit_changes_half_of_all, 0, 64), TEST_LOOP(nothing_twice, 0, 2),
           TEST(ranges_hold), TEST(order_of_calls_does_not_matter))
