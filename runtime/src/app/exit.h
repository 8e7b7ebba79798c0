/* SPDX-License-Identifier: MIT
 *
 * exit - how the program ends: exit codes are a contract, and so is the form of its errors.
 */
#ifndef APP_EXIT_H
#define APP_EXIT_H

#include <stdio.h>

enum exit_code {
    EXIT_OK = 0,
    EXIT_PROBLEMS = 1,   /* a scene, plugin, shader or picture is not right */
    EXIT_USAGE = 2,      /* the command line is not right */
    EXIT_OUTPUT = 3,     /* the result could not be written; nothing is left half-written */
    EXIT_MACHINE = 4,    /* no OpenGL 3.3, no ffmpeg, no memory */
    EXIT_PLUGIN = 5,     /* a plugin crashed or hung */
    EXIT_INTERRUPTED = 6 /* stopped by a signal before the end */
};

/* One line on stderr: "wisp: error[code]: text". Returns exit_code, to be returned on. */
int exit_error(enum exit_code exit_code, const char *code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* "wisp: warning[code]: text". */
void exit_warn(const char *code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What each exit code means, for --help. */
void exit_describe(FILE *out);

#endif
