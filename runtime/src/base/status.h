/* SPDX-License-Identifier: MIT
 *
 * Words for a wisp_status.
 */
#ifndef WISP_BASE_STATUS_H
#define WISP_BASE_STATUS_H

#include <wisp/status.h>

/* The text of a status, without a full stop; "unknown status" for a number not in the table. */
const char *status_text(wisp_status status);

/* The symbol of a status ("WISP_E_NOMEM"), for logs and JSON. */
const char *status_name(wisp_status status);

#endif
