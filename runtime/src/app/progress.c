/* SPDX-License-Identifier: MIT
 *
 * progress - one line on a terminal that tells how far a long render is.
 */
#include "app/progress.h"

#include "os/clock.h"

#include <stdio.h>
#include <unistd.h>

enum { SHOW_EVERY_NS = 100000000 };

void progress_begin(struct progress *progress, uint64_t total) {
    *progress = (struct progress){.total = total, .begin_ns = clock_now_ns()};
    progress->on = isatty(STDERR_FILENO) == 1;
}

void progress_show(struct progress *progress, uint64_t done) {
    uint64_t now = clock_now_ns();
    if (!progress->on || now - progress->shown_ns < SHOW_EVERY_NS) return;
    progress->shown_ns = now;
    double seconds = (double)(now - progress->begin_ns) * 1e-9;
    double rate = seconds > 0.0 ? (double)done / seconds : 0.0;
    double left = rate > 0.0 ? (double)(progress->total - done) / rate : 0.0;
    fprintf(stderr, "\rframe %llu of %llu, %.0f%%, %.1f frames/s, %.0f s left \x1b[K",
            (unsigned long long)done, (unsigned long long)progress->total,
            100.0 * (double)done / (double)progress->total, rate, left);
    fflush(stderr);
}

void progress_end(struct progress *progress) {
    if (progress->on && progress->shown_ns != 0) fputs("\r\x1b[K", stderr);
    progress->on = false;
}
