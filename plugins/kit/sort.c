/* SPDX-License-Identifier: MIT */
#include "kit/sort.h"

#include <string.h>

#define DIGIT_BITS 11
#define DIGITS (1u << DIGIT_BITS)

static uint32_t monotone(float key) {
    uint32_t bits;
    memcpy(&bits, &key, sizeof bits);
    bits ^= (bits >> 31 ? 0xffffffffu : 0x80000000u);
    return ~bits; /* the largest first */
}

static void one_pass(const uint32_t *keys, const uint32_t *from, uint32_t *to_keys,
                     uint32_t *to, uint32_t n, int shift) {
    uint32_t start[DIGITS] = {0}, sum = 0;
    for (uint32_t i = 0; i < n; i++) start[(keys[i] >> shift) & (DIGITS - 1)]++;
    for (uint32_t d = 0; d < DIGITS; d++) {
        uint32_t count = start[d];
        start[d] = sum;
        sum += count;
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t at = start[(keys[i] >> shift) & (DIGITS - 1)]++;
        to_keys[at] = keys[i];
        to[at] = from[i];
    }
}

void kit_sort_descending(const float *key, uint32_t n, uint32_t *order, uint32_t *room) {
    uint32_t *keys = room, *other_keys = room + n, *other = room + 2 * (uint64_t)n;
    for (uint32_t i = 0; i < n; i++) {
        keys[i] = monotone(key[i]);
        other[i] = i;
    }
    one_pass(keys, other, other_keys, order, n, 0);
    one_pass(other_keys, order, keys, other, n, DIGIT_BITS);
    one_pass(keys, other, other_keys, order, n, 2 * DIGIT_BITS);
}
