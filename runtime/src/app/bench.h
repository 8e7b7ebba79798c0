/* SPDX-License-Identifier: MIT
 *
 * bench - what the benchmarks of `wisp bench` share.
 *
 * Errors  Reported on stderr; functions return 0 or an exit code.
 */
#ifndef APP_BENCH_H
#define APP_BENCH_H

#include "app/stage.h"

enum { BENCH_RUNS_MOST = 100 };

struct bench {
    struct app *app;
    const char *effects;
    uint32_t runs;
    bool json;
    uint32_t rows; /* printed so far */
};

/* The samples of one line: wall and processor time, one of each per run. */
struct bench_samples {
    double wall[BENCH_RUNS_MOST], cpu[BENCH_RUNS_MOST];
    uint32_t count;
};

struct bench_row {
    const char *variant;
    uint32_t threads;
    uint64_t alive, steps;
};

void bench_begin(struct bench *bench);
void bench_end(struct bench *bench);
void bench_print(struct bench *bench, const struct bench_row *row,
                 struct bench_samples *samples);
void bench_add(struct bench_samples *samples, double wall, double cpu);
/* Processor time of this process, s. */
double bench_cpu(void);

int bench_start(struct bench *bench);
int bench_memory(struct bench *bench);
int bench_idle(struct bench *bench);
int bench_scale(struct bench *bench);
int bench_lua(struct bench *bench);
int bench_reload(struct bench *bench);
int bench_png(struct bench *bench);
int bench_particles(struct bench *bench);
int bench_fluid(struct bench *bench);
int bench_jet(struct bench *bench);
int bench_fire(struct bench *bench);

#endif
