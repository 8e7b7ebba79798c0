/* SPDX-License-Identifier: MIT
 *
 * codes - the catalogue of diagnostic codes that scenes can give.
 *
 * Codes are a contract: they are never reused for something else.
 * Threads  Pure.
 */
#ifndef SCRIPT_CODES_H
#define SCRIPT_CODES_H

#include <stddef.h>

struct diag_code {
    const char *code;    /* "unknown-field" */
    const char *meaning; /* one line */
    const char *detail;  /* what it means and what to do, some sentences */
};

/* All of them, by name. */
const struct diag_code *diag_codes(size_t *count);

/* NULL when there is no such code. */
const struct diag_code *diag_code_find(const char *code);

#endif
