/* SPDX-License-Identifier: MIT
 *
 * wisp/status.h - the result of everything that may fail: 0 is success, negative is failure.
 * A status says what kind of failure; the words for a person go to the log. Values never change
 * and are never used again for something else; new ones are added at the end.
 */
#ifndef WISP_STATUS_H
#define WISP_STATUS_H

#include <stdint.h>

typedef int32_t wisp_status;

/* X(name, value, text) for each status. */
#define WISP_STATUS_TABLE(X)                                                \
    X(WISP_OK, 0, "ok")                                                     \
    X(WISP_E_NOMEM, -1, "out of memory")                                    \
    X(WISP_E_UNSUPPORTED, -2, "not supported here")                         \
    X(WISP_E_MISSING_SERVICE, -3, "a service that is needed is missing")    \
    X(WISP_E_BAD_PARAM, -4, "a parameter or an argument is not valid")      \
    X(WISP_E_BAD_STATE, -5, "not possible in this state")                   \
    X(WISP_E_BAD_DATA, -6, "the data is damaged or of the wrong kind")      \
    X(WISP_E_GFX, -7, "drawing failed")                                     \
    X(WISP_E_BUSY, -8, "busy")                                              \
    X(WISP_E_INTERNAL, -9, "internal error")                                \
    X(WISP_E_NOT_FOUND, -10, "not found")                                   \
    X(WISP_E_EXISTS, -11, "exists already")                                 \
    X(WISP_E_IO, -12, "input or output failed")                             \
    X(WISP_E_LIMIT, -13, "over a limit")                                    \
    X(WISP_E_TIMEOUT, -14, "took too long")                                 \
    X(WISP_E_DENIED, -15, "permission denied")                              \
    X(WISP_E_ABI, -16, "built for another version of the plugin interface") \
    X(WISP_E_SYNTAX, -17, "syntax error")                                   \
    X(WISP_E_SCRIPT, -18, "script error")                                   \
    X(WISP_E_CRASHED, -19, "crashed")                                       \
    X(WISP_E_IS_DIRECTORY, -20, "is a directory")                           \
    X(WISP_E_NOT_A_FILE, -21, "is a pipe, socket or device, not a file")    \
    X(WISP_E_NO_SPACE, -22, "no space left on the disk")

#define WISP_STATUS_ENUM(name, value, text) name = (value),
enum { WISP_STATUS_TABLE(WISP_STATUS_ENUM) WISP_STATUS_END = -23 };
#undef WISP_STATUS_ENUM

#endif
