/* SPDX-License-Identifier: MIT
 *
 * diag_format - diagnostics as text, JSON or SARIF 2.1.0.
 */
#ifndef APP_DIAG_FORMAT_H
#define APP_DIAG_FORMAT_H

#include "base/diag.h"

#include <stdio.h>

enum diag_format { DIAG_TEXT = 0, DIAG_JSON, DIAG_SARIF };

/* JSON: an array of {file, line, col, endCol, severity, code, message, suggestion, path,
 * notes}; members that are not known are left out. */
void diag_format_write(const struct diag_list *list, enum diag_format format,
                       const struct allocator *allocator, FILE *out);

#endif
