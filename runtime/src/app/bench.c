/* SPDX-License-Identifier: MIT
 *
 * bench - samples and their lines.
 */
#include "app/bench.h"

#include <stdlib.h>
#include <time.h>

void bench_begin(struct bench *bench) {
    if (bench->json)
        printf("[");
    else
        printf("program,variant,threads,alive,steps,runs,wall_min,wall_med,wall_max,cpu_min,"
               "cpu_med\n");
}

void bench_end(struct bench *bench) {
    if (bench->json) printf("\n]\n");
}

void bench_add(struct bench_samples *samples, double wall, double cpu) {
    if (samples->count == BENCH_RUNS_MOST) return;
    samples->wall[samples->count] = wall;
    samples->cpu[samples->count++] = cpu;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void bench_print(struct bench *bench, const struct bench_row *row,
                 struct bench_samples *samples) {
    uint32_t n = samples->count;
    if (n == 0) return;
    qsort(samples->wall, n, sizeof *samples->wall, by_size);
    qsort(samples->cpu, n, sizeof *samples->cpu, by_size);
    const char *format =
        bench->json
            ? "%s\n  {\"program\": \"wisp\", \"variant\": \"%s\", \"threads\": %u, "
              "\"alive\": %llu, \"steps\": %llu, \"runs\": %u, \"wall_min\": %.6g, "
              "\"wall_med\": %.6g, \"wall_max\": %.6g, \"cpu_min\": %.6g, \"cpu_med\": %.6g}"
            : "%swisp,%s,%u,%llu,%llu,%u,%.6g,%.6g,%.6g,%.6g,%.6g\n";
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    printf(format, bench->json && bench->rows > 0 ? "," : "", row->variant, row->threads,
           (unsigned long long)row->alive, (unsigned long long)row->steps, n, samples->wall[0],
           samples->wall[n / 2], samples->wall[n - 1], samples->cpu[0], samples->cpu[n / 2]);
#pragma GCC diagnostic pop
    fflush(stdout);
    bench->rows++;
}

double bench_cpu(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
