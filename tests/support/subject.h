/* SPDX-License-Identifier: MIT
 *
 * A folder of effects whose only file is replaced by one version of the fixture "subject" after
 * another.
 */
#ifndef SUPPORT_SUBJECT_H
#define SUPPORT_SUBJECT_H

#include "base/hash.h"
#include "base/path.h"
#include "plugin/registry.h"

struct subject {
    char root[PATH_SIZE], folder[PATH_SIZE], cache[PATH_SIZE], file[PATH_SIZE];
    struct registry *registry;
    struct diag_list diags;
};

/* A temporary folder with this variant in it, and a registry of that folder. */
void subject_begin(struct subject *s, const char *variant);
/* Put another variant in its place, the way a linker does: a new file, renamed. */
struct hash128 subject_put(struct subject *s, const char *variant);
/* Any bytes in its place. */
void subject_put_bytes(struct subject *s, const void *bytes, size_t size);
void subject_end(struct subject *s);
/* All of a variant's file; free() it. */
unsigned char *subject_bytes(const char *variant, size_t *size);
/* Files in the stage folders of the cache. */
size_t subject_staged_count(const struct subject *s);
/* The current diagnostics as text, one line each, without the path; static buffer of `s`. */
const char *subject_errors(struct subject *s, char *out, size_t size);

#endif
