/* SPDX-License-Identifier: MIT
 *
 * interrupt - Ctrl-C and the like as a question asked between frames, without a handler.
 * Threads  Call interrupt_begin before other threads are started: they inherit it.
 */
#ifndef APP_INTERRUPT_H
#define APP_INTERRUPT_H

#include <stdbool.h>

/* From now on SIGINT, SIGTERM and SIGHUP wait to be asked for. */
void interrupt_begin(void);
/* Whether one of them that ends the program has come. */
bool interrupt_asked(void);
/* Whether a SIGHUP has come since the last call: the wish to reload. */
bool interrupt_reload(void);

#endif
