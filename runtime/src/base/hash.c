/* SPDX-License-Identifier: MIT
 *
 * XXH3 behind our own names, so that its header stays in this file.
 */
#define XXH_STATIC_LINKING_ONLY /* For the size of its state. */
#include "base/hash.h"

#include <stdio.h>
#include <string.h>
#include <xxhash.h>

_Static_assert(sizeof(struct hash) >= sizeof(XXH3_state_t), "struct hash holds an XXH3 state");
_Static_assert(_Alignof(struct hash) >= _Alignof(XXH3_state_t), "and is aligned for it");

uint64_t hash_bytes64(const void *data, size_t size) { return XXH3_64bits(data, size); }

struct hash128 hash_bytes128(const void *data, size_t size) {
    XXH128_hash_t h = XXH3_128bits(data, size);
    return (struct hash128){h.low64, h.high64};
}

uint64_t hash_text(const char *text) { return XXH3_64bits(text, strlen(text)); }

static XXH3_state_t *hash_state(struct hash *hash) { return (XXH3_state_t *)(void *)hash; }

static const XXH3_state_t *hash_const_state(const struct hash *hash) {
    return (const XXH3_state_t *)(const void *)hash;
}

/* The 128-bit reset serves both: the digests differ, the state does not. */
void hash_begin(struct hash *hash) {
    XXH3_INITSTATE(hash_state(hash));
    XXH3_128bits_reset(hash_state(hash));
}

void hash_add(struct hash *hash, const void *data, size_t size) {
    if (size) XXH3_128bits_update(hash_state(hash), data, size);
}

uint64_t hash_finish64(const struct hash *hash) {
    return XXH3_64bits_digest(hash_const_state(hash));
}

struct hash128 hash_finish128(const struct hash *hash) {
    XXH128_hash_t h = XXH3_128bits_digest(hash_const_state(hash));
    return (struct hash128){h.low64, h.high64};
}

void hash128_text(struct hash128 hash, char out[HASH128_TEXT]) {
    (void)snprintf(out, HASH128_TEXT, "%016llx%016llx", (unsigned long long)hash.high,
                   (unsigned long long)hash.low);
}
