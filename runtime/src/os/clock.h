/* SPDX-License-Identifier: MIT
 *
 * Time that only goes forward. The simulation never asks for it.
 * Threads  Any.
 */
#ifndef WISP_OS_CLOCK_H
#define WISP_OS_CLOCK_H

#include <stdint.h>

/* Nanoseconds since some fixed moment. */
uint64_t clock_now_ns(void);
/* Processor time of the calling thread: what it used, however busy the machine is. */
uint64_t clock_thread_ns(void);
/* Sleep at least this long, signals or not. */
void clock_sleep_ns(uint64_t ns);
/* Wall clock, nanoseconds since 1970, for names of files and for comparison with mtimes. */
int64_t clock_wall_ns(void);

#endif
