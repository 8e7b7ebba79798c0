/* SPDX-License-Identifier: MIT
 *
 * program - the real program as a child, with what it said.
 */
#ifndef SUPPORT_PROGRAM_H
#define SUPPORT_PROGRAM_H

#include "base/path.h"
#include "base/str.h"

struct program {
    struct strbuf out, err;
    int code;   /* exit code; -1: ended by a signal or took too long */
    int signal; /* 0: none */
};

enum { PROGRAM_MS = 60000 };

/* argv[0] is the subcommand; NULL at the end. environment: "NAME=value" over ours, or NULL. */
void program_run(struct program *p, const char *const *argv, const char *const *environment);
/* Any program: argv[0] is its path. */
void program_exec(struct program *p, const char *const *argv, const char *const *environment);
/* program_run with this working directory. */
void program_in(struct program *p, const char *folder, const char *const *argv,
                const char *const *environment);
void program_free(struct program *p);

/* program_run with the arguments given. */
#define PROGRAM(p, ...) program_run(p, (const char *const[]){__VA_ARGS__, NULL}, NULL)

/* A fresh folder for one test; remove it with program_folder_end. */
void program_folder(char out[PATH_SIZE]);
void program_folder_end(const char *folder);
/* folder/name with this content. *path gets the whole path. */
void program_file(const char *folder, const char *name, const void *bytes, size_t size,
                  char path[PATH_SIZE]);
/* The number of files in a folder. */
size_t program_file_count(const char *folder);

/* ---- The program while it runs */

struct running {
    struct process *process;
    struct strbuf out, err;
    size_t seen; /* of out, by running_expect */
};

/* argv as program_run. */
void running_start(struct running *r, const char *const *argv, const char *const *environment);
/* Wait for a line of standard output, after those that were found before, that has all of these
 * texts (NULL at the end). Fails the test when none comes in time. The line, lent until the next
 * call. */
const char *running_line(struct running *r, const char *const *texts);
#define EXPECT_LINE(r, ...) running_line(r, (const char *const[]){__VA_ARGS__, NULL})
/* The number after "name": in a line of JSON. */
double running_number(const char *line, const char *name);
int64_t running_id(const struct running *r);
/* Ask it to leave, wait for its end: the exit code. */
int running_end(struct running *r);

#endif
