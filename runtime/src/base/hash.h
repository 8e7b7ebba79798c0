/* SPDX-License-Identifier: MIT
 *
 * Hashes of bytes: XXH3, the same on every machine of the same byte order. Not for secrets.
 * Threads  Pure, or one thread per struct hash.
 */
#ifndef WISP_BASE_HASH_H
#define WISP_BASE_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hash128 {
    uint64_t low, high;
};

/* In pieces: begin, add any number of times, finish. The result is that of one whole. */
struct hash {
    _Alignas(64) unsigned char space[576];
};

enum { HASH128_TEXT = 33 }; /* Room for 32 hexadecimal digits and the end mark. */

uint64_t hash_bytes64(const void *data, size_t size);
struct hash128 hash_bytes128(const void *data, size_t size);
uint64_t hash_text(const char *text); /* Without its end mark. */

void hash_begin(struct hash *hash);
void hash_add(struct hash *hash, const void *data, size_t size);
uint64_t hash_finish64(const struct hash *hash);
struct hash128 hash_finish128(const struct hash *hash);

static inline bool hash128_equal(struct hash128 a, struct hash128 b) {
    return a.low == b.low && a.high == b.high;
}

/* Hexadecimal, most significant digit first. */
void hash128_text(struct hash128 hash, char out[HASH128_TEXT]);

#endif
