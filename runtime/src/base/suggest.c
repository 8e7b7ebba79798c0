/* SPDX-License-Identifier: MIT
 *
 * The nearest known name.
 * Source   Optimal string alignment: Damerau-Levenshtein where no part is edited twice.
 */
#include "base/suggest.h"

#include "base/str.h"
#include <stdint.h>
#include <string.h>

enum { WORD_MOST = 64 };

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

size_t suggest_distance(const char *a, const char *b) {
    size_t n = strlen(a), m = strlen(b);
    if (n > WORD_MOST || m > WORD_MOST) return SIZE_MAX;
    size_t rows[3][WORD_MOST + 1]; /* Row i of the table is rows[i % 3]. */
    for (size_t j = 0; j <= m; j++) rows[0][j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t *row = rows[i % 3], *above = rows[(i + 2) % 3], *over = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            size_t change = above[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = least(change, least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], over[j - 2] + 1);
        }
    }
    return rows[n % 3][m];
}

static const char *find(const char *name, const char *const *names, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (str_equal(names[i], name)) return names[i];
    return NULL;
}

const char *suggest_name(const char *word, const char *const *names, size_t count,
                         const struct suggest_synonym *synonyms, size_t synonym_count) {
    for (size_t i = 0; i < count; i++)
        if (str_equal_no_case(names[i], word)) return names[i];
    for (size_t i = 0; i < synonym_count; i++) {
        if (!str_equal_no_case(synonyms[i].written, word)) continue;
        const char *name = find(synonyms[i].meant, names, count);
        if (name) return name;
    }
    const char *best = NULL;
    size_t limit = strlen(word) / 3, best_distance = (limit > 1 ? limit : 1) + 1;
    for (size_t i = 0; i < count; i++) {
        size_t distance = suggest_distance(word, names[i]);
        if (distance >= best_distance) continue;
        best = names[i];
        best_distance = distance;
    }
    return best;
}
