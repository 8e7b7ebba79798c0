/* SPDX-License-Identifier: MIT
 *
 * Hashes: the published values of XXH3, and pieces against the whole.
 */
#include "base/hash.h"
#include "support/suite.h"
#include <string.h>

/* The bytes of the algorithm's own self test. */
static void sanity_bytes(unsigned char *out, size_t size) {
    uint64_t g = 2654435761u;
    for (size_t i = 0; i < size; i++) {
        out[i] = (unsigned char)(g >> 56);
        g *= UINT64_C(11400714785074694797);
    }
}

START_TEST(known_values) { /* From xxHash's sanity checks: seed 0. */
    unsigned char bytes[2048];
    sanity_bytes(bytes, sizeof bytes);
    ck_assert_uint_eq(hash_bytes64(bytes, 0), UINT64_C(0x2D06800538D394C2));
    ck_assert_uint_eq(hash_bytes64(bytes, 1), UINT64_C(0xC44BDFF4074EECDB));
    ck_assert_uint_eq(hash_bytes64(bytes, 48), UINT64_C(0x397DA259ECBA1F11));
    ck_assert_uint_eq(hash_bytes64(bytes, 2048), UINT64_C(0xDD59E2C3A5F038E0));
    struct hash128 h = hash_bytes128(bytes, 1);
    ck_assert_uint_eq(h.low, UINT64_C(0xC44BDFF4074EECDB));
    ck_assert_uint_eq(h.high, UINT64_C(0xA6CD5E9392000F6A));
}
END_TEST

START_TEST(pieces_give_the_whole) { /* Cut after 1, 2, 3... bytes, over every inner limit. */
    static unsigned char bytes[5000];
    sanity_bytes(bytes, sizeof bytes);
    struct hash hash;
    hash_begin(&hash);
    size_t at = 0;
    for (size_t step = 1; at + step <= sizeof bytes; step++) {
        hash_add(&hash, bytes + at, step);
        at += step;
        ck_assert_uint_eq(hash_finish64(&hash), hash_bytes64(bytes, at));
        ck_assert(hash128_equal(hash_finish128(&hash), hash_bytes128(bytes, at)));
    }
    hash_add(&hash, NULL, 0);
    ck_assert_uint_eq(hash_finish64(&hash), hash_bytes64(bytes, at));
}
END_TEST

START_TEST(text_form) {
    char text[HASH128_TEXT];
    hash128_text((struct hash128){.low = 0xab, .high = 1}, text);
    ck_assert_str_eq(text, "000000000000000100000000000000ab");
    ck_assert_uint_eq(hash_text("abc"), hash_bytes64("abc", 3));
    ck_assert(!hash128_equal(hash_bytes128("a", 1), hash_bytes128("b", 1)));
}
END_TEST

SUITE_MAIN("hash", TEST(known_values), TEST(pieces_give_the_whole), TEST(text_form))
