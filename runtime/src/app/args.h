/* SPDX-License-Identifier: MIT
 *
 * args - command lines, from one declared table per subcommand.
 *
 * The table is the one source for parsing, for --help and for the nearest name to an unknown
 * one. Values land in the command's own options struct, which holds the defaults beforehand.
 * Ownership  Texts point into argv.
 * Errors     args_parse reports on stderr and returns the exit code to leave with.
 */
#ifndef APP_ARGS_H
#define APP_ARGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum arg_kind {
    ARG_FLAG = 1, /* bool */
    ARG_TEXT,     /* const char * */
    ARG_WHOLE,    /* struct arg_whole, min..max */
    ARG_NUMBER,   /* double, min..max */
    ARG_SIZE,     /* struct arg_size: WIDTHxHEIGHT */
    ARG_FRAMES,   /* struct arg_frames: N is 0:N, A:B is A up to but without B */
    ARG_CHOICE    /* int: index into choices */
};

struct arg_whole {
    uint64_t value;
    bool given;
};
struct arg_size {
    uint32_t width, height;
};
struct arg_frames {
    uint64_t begin, end;
    bool given;
};

enum { ARG_SIZE_LEAST = 1, ARG_SIZE_MOST = 8192 };

struct arg_option {
    const char *name; /* "--frames" */
    enum arg_kind kind;
    size_t offset;     /* of the value in the options struct */
    const char *value; /* "N | A:B", for --help; NULL for flags */
    const char *help;
    const char *const *choices; /* NULL-terminated */
    double min, max;            /* ARG_WHOLE, ARG_NUMBER */
};

enum { ARGS_POSITIONAL_MOST = 256 };

struct args_table {
    const char *command;  /* "render" */
    const char *operands; /* "SCENE.lua" for the usage line; "" is none */
    const char *summary;  /* one line */
    const char *details;  /* more, for --help; may be NULL */
    const struct arg_option *options;
    size_t option_count;
    size_t least, most; /* operands */
};

struct args {
    const char *operands[ARGS_POSITIONAL_MOST];
    size_t count;
    bool help; /* --help was asked for and printed */
};

/* Reads argv[0..argc) (what follows the command's name) into options. Returns 0, or the exit
 * code after an error was reported. */
int args_parse(const struct args_table *table, int argc, char **argv, void *options,
               struct args *out);

void args_help(const struct args_table *table, FILE *out);

#endif
