/* SPDX-License-Identifier: MIT
 *
 * Words for a wisp_status, from the one table.
 */
#include "base/status.h"

const char *status_text(wisp_status status) {
    switch (status) {
#define STATUS_CASE(name, value, text) \
    case name:                         \
        return text;
        WISP_STATUS_TABLE(STATUS_CASE)
#undef STATUS_CASE
    default:
        return "unknown status";
    }
}

const char *status_name(wisp_status status) {
    switch (status) {
#define STATUS_CASE(name, value, text) \
    case name:                         \
        return #name;
        WISP_STATUS_TABLE(STATUS_CASE)
#undef STATUS_CASE
    default:
        return "unknown";
    }
}
