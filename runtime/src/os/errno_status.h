/* SPDX-License-Identifier: MIT
 *
 * What an errno means as a status. Only os/ sees errno.
 */
#ifndef WISP_OS_ERRNO_STATUS_H
#define WISP_OS_ERRNO_STATUS_H

#include <wisp/status.h>

/* error is an errno; 0 gives WISP_E_IO, since something did fail. */
wisp_status errno_status(int error);

#endif
