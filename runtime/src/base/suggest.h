/* SPDX-License-Identifier: MIT
 *
 * "Did you mean": the nearest known name to one that is not known.
 */
#ifndef WISP_BASE_SUGGEST_H
#define WISP_BASE_SUGGEST_H

#include <stddef.h>

/* What people write, and the name that is meant; distance alone misses these. */
struct suggest_synonym {
    const char *written, *meant;
};

/* Optimal string alignment distance in bytes: insert, delete, change, swap neighbours. Words
 * longer than 64 bytes count as SIZE_MAX away. */
size_t suggest_distance(const char *a, const char *b);

/* The best of names for word, or NULL: equal but for case; else a synonym that is among names;
 * else the least distance, when that is at most max(1, length of word / 3), first in order on
 * ties. synonyms may be NULL with count 0. */
const char *suggest_name(const char *word, const char *const *names, size_t count,
                         const struct suggest_synonym *synonyms, size_t synonym_count);

#endif
