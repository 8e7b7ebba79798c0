/* SPDX-License-Identifier: MIT
 *
 * explain - the diagnostic codes in words. A test finds every code that the sources use here.
 */
#ifndef APP_EXPLAIN_H
#define APP_EXPLAIN_H

#include <stddef.h>

struct explain_code {
    const char *code, *summary, *text;
};

extern const struct explain_code explain_codes[];
extern const size_t explain_count;

#endif
