/* SPDX-License-Identifier: MIT
 *
 * rebuild - `wisp run --rebuild CMD`: plugin sources change, a build runs as a child, and the
 * swap of what it made is the business of reload.
 *
 * Errors  What the build says goes to stderr as it is, so that editors can jump to it.
 */
#ifndef APP_REBUILD_H
#define APP_REBUILD_H

#include "app/command.h"

struct rebuild;

/* Sources are .c, .h, .cc, .cpp and CMakeLists.txt in the folder of the scene, in plugins/ of
 * the source tree and in the folders below both. Returns 0 or an exit code. */
int rebuild_create(struct app *app, const char *command, const char *scene,
                   struct rebuild **out);
void rebuild_destroy(struct rebuild *rebuild); /* NULL is fine. A running build is ended. */
/* Once a frame: never blocks. */
void rebuild_poll(struct rebuild *rebuild, uint64_t now_ns);
/* The first lines of a build that failed; "" when the last one was good. */
const char *rebuild_text(const struct rebuild *rebuild);

#endif
