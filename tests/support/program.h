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

#endif
