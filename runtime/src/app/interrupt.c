/* SPDX-License-Identifier: MIT
 *
 * interrupt - Ctrl-C and the like as a question asked between frames.
 */
#include "app/interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <time.h>

static void add_ending(sigset_t *set) {
    sigemptyset(set);
    sigaddset(set, SIGINT);
    sigaddset(set, SIGTERM);
}

void interrupt_begin(void) {
    sigset_t set;
    add_ending(&set);
    sigaddset(&set, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
}

bool interrupt_asked(void) {
    sigset_t pending;
    sigpending(&pending);
    return sigismember(&pending, SIGINT) == 1 || sigismember(&pending, SIGTERM) == 1;
}

bool interrupt_reload(void) {
    const struct timespec now = {0};
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGHUP);
    return sigtimedwait(&set, NULL, &now) == SIGHUP;
}
