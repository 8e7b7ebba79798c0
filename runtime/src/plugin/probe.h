/* SPDX-License-Identifier: MIT
 *
 * Try one plugin for real, in this process: what the child `wisp probe PATH` does. Crashing,
 * hanging and ending the process are possible outcomes; that is what the child is for.
 *
 * Errors  Diagnostics. PROBE_OK is the exit code of a good plugin.
 */
#ifndef PLUGIN_PROBE_H
#define PLUGIN_PROBE_H

#include "base/diag.h"

/* Not 1: sanitizers end a process with that. */
enum { PROBE_OK = 0, PROBE_USAGE = 2, PROBE_REFUSED = 3 };

/* Load it, check its table, create with defaults, a few updates, draw on the null backend,
 * destroy. Returns PROBE_OK or PROBE_REFUSED. */
int probe_file(const struct allocator *allocator, const char *path, struct diag_list *diags);
/* The last line of a child that came to its end: a plugin that calls exit(0) does not say it.
 */
#define PROBE_PASSED "probe passed\n"
/* The whole child: diagnostics go to stdout. */
int probe_main(int argc, char **argv);

#endif
