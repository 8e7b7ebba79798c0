/* SPDX-License-Identifier: MIT
 *
 * bench_fluid - the fluid solver on the dams that its peers were measured on.
 *
 * A dam of W x H x D particles at 0.05 m in a box of 5W x 1.5H x D, 4 iterations, h = 2 d,
 * analytic walls, XSPH 0.01, no cohesion, 5 ms steps. CSV on stdout, in ns per particle (the
 * iteration: per particle and iteration):
 *   wisp,fluid-iteration|fluid-search|fluid-step,threads,alive,steps,runs,wall_min,wall_med,
 *   wall_max,cpu_min,cpu_med
 * Options: --threads N, --level 0|1|2, --only W H D, --steps N.
 */
#include "base/jobs.h"
#include "support/fluid_tank.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RUNS = 7, ITERATIONS = 4, PHASES = 3 };

static const char *const phases[PHASES] = {"fluid-iteration", "fluid-search", "fluid-step"};

struct clocks {
    double wall, cpu;
};

struct options {
    uint32_t threads, level, steps, size[3];
};

static double seconds(clockid_t id) {
    struct timespec t;
    clock_gettime(id, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static struct clocks now(void) {
    return (struct clocks){seconds(CLOCK_MONOTONIC), seconds(CLOCK_PROCESS_CPUTIME_ID)};
}

static void pool(void *self, uint64_t count, uint64_t grain, fluid_job job, void *context) {
    jobs_parallel(self, count, grain, job, context);
}

static void add(struct clocks *sum, struct clocks from) {
    struct clocks to = now();
    sum->wall += to.wall - from.wall;
    sum->cpu += to.cpu - from.cpu;
}

/* One step, timed by phase. */
static void step(fluid_solver *s, struct clocks sums[PHASES]) {
    struct clocks start = now();
    fluid_predict(s);
    struct clocks search = now();
    fluid_sort(s);
    if (fluid_search(s) != FLUID_OK) {
        fprintf(stderr, "bench_fluid: the neighbour list is full\n");
        exit(1);
    }
    add(&sums[1], search);
    struct clocks iterate = now();
    for (int k = 0; k < ITERATIONS; k++) fluid_iterate(s);
    add(&sums[0], iterate);
    fluid_finish(s);
    fluid_smooth(s);
    add(&sums[2], start);
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print(const struct options *o, int phase, uint32_t alive,
                  struct clocks runs[RUNS][PHASES]) {
    double wall[RUNS], cpu[RUNS];
    double per = 1e9 / ((double)alive * o->steps * (phase == 0 ? ITERATIONS : 1));
    for (int r = 0; r < RUNS; r++) {
        wall[r] = runs[r][phase].wall * per;
        cpu[r] = runs[r][phase].cpu * per;
    }
    qsort(wall, RUNS, sizeof *wall, by_value);
    qsort(cpu, RUNS, sizeof *cpu, by_value);
    printf("wisp,%s,%u,%u,%u,%d,%.1f,%.1f,%.1f,%.1f,%.1f\n", phases[phase], o->threads, alive,
           o->steps, RUNS, wall[0], wall[RUNS / 2], wall[RUNS - 1], cpu[0], cpu[RUNS / 2]);
    fflush(stdout);
}

static void measure(const struct options *o) {
    const uint32_t *n = o->size;
    const float d = 0.05f;
    const float size[3] = {5.0f * (float)n[0] * d, 1.5f * (float)n[1] * d, (float)n[2] * d};
    struct clocks runs[RUNS][PHASES] = {0}, ignored[PHASES] = {0};
    struct jobs *jobs = NULL;
    struct fluid_tank t;
    fluid_tank_make(&t, d, size, n[0] * n[1] * n[2], 1);
    fluid_tank_block(&t, (const float[3]){0.0f, 0.0f, 0.0f}, n);
    fluid_tank_set(&t, 9.81f, 0.01f, 0.005f);
    t.s.set.cohesion = 0.0f;
    t.s.set.relaxation = 1.0f;
    t.s.set.iterations = ITERATIONS;
    t.s.level = (int32_t)o->level;
    if (jobs_create(allocator_default(), o->threads, &jobs) != WISP_OK) exit(1);
    t.s.jobs = (fluid_jobs){jobs, pool};
    for (int k = 0; k < 10; k++) step(&t.s, ignored);
    for (int r = 0; r < RUNS; r++) {
        for (uint32_t k = 0; k < o->steps; k++) step(&t.s, runs[r]);
    }
    for (int phase = 0; phase < PHASES; phase++) print(o, phase, t.s.count, runs);
    jobs_destroy(jobs);
    fluid_tank_free(&t);
}

static uint32_t number(int argc, char **argv, int at) {
    if (at < argc) return (uint32_t)strtoul(argv[at], NULL, 10);
    fprintf(stderr, "bench_fluid: %s wants a number\n", argv[at - 1]);
    exit(2);
}

int main(int argc, char **argv) {
    static const uint32_t sizes[3][3] = {{18, 14, 18}, {30, 23, 30}, {60, 34, 50}};
    struct options o = {.threads = 1, .level = (uint32_t)fluid_simd_level(), .steps = 0};
    uint32_t steps = 0;
    int only = 0;
    for (int k = 1; k < argc; k++) {
        if (strcmp(argv[k], "--threads") == 0) {
            o.threads = number(argc, argv, ++k);
        } else if (strcmp(argv[k], "--level") == 0) {
            o.level = number(argc, argv, ++k);
        } else if (strcmp(argv[k], "--steps") == 0) {
            steps = number(argc, argv, ++k);
        } else if (strcmp(argv[k], "--only") == 0) {
            only = 1;
            for (int c = 0; c < 3; c++) o.size[c] = number(argc, argv, ++k);
        } else {
            fprintf(stderr, "bench_fluid: unknown option %s\n", argv[k]);
            return 2;
        }
    }
    for (int k = 0; k < (only ? 1 : 3); k++) {
        if (!only) memcpy(o.size, sizes[k], sizeof o.size);
        uint32_t count = o.size[0] * o.size[1] * o.size[2];
        o.steps = steps ? steps : count < 10000 ? 20 : count < 50000 ? 6 : 2;
        measure(&o);
    }
    return 0;
}
