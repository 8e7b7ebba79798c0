/* SPDX-License-Identifier: MIT
 *
 * bench_particles - the particles effect through the real host, on the recording graphics: the common
 * job (age, gravity, linear drag, motion, size and colour over life, one record each) and the second job
 * (the first with three octaves of turbulence and a bouncing plane), beside what memory allows.
 *
 * Units  ns for each living particle and step.
 */
#include "app/bench.h"
#include "app/exit.h"
#include "base/str.h"
#include "os/clock.h"
#include "os/file.h"

enum { STEPS_MOST = 2500, STEPS_LEAST = 8, LIMIT_STATE = 8, LIMIT_RECORD = 5 };
#define RUN_NS 2.5e8

enum job { JOB_STEADY, JOB_CHURN, JOB_SECOND };
static const char *const job_names[] = {"steady", "churn", "second"};

static wisp_status write_scene(const struct bench *bench, enum job job, uint64_t count,
                               const char *path) {
    struct strbuf text;
    unsigned long long n = count;
    strbuf_init(&text, bench->app->allocator);
    strbuf_addf(&text,
                "return wisp.scene { bodies = { %s },\n effects = { wisp.particles { id = "
                "\"p\", max = %llu,\n",
                job == JOB_SECOND ? "wisp.ground { id = \"g\" }" : "", n + n / 50 + 64);
    if (job == JOB_CHURN)
        strbuf_addf(&text, " rate = %llu, life = 2,\n", n / 2);
    else
        strbuf_addf(&text, " rate = 0, burst = %llu, life = 1e6,\n", n);
    if (job == JOB_SECOND)
        strbuf_add(&text, " turbulence = 1, turbulence_octaves = 3, collide = \"bounce\", "
                          "position = { 0, 50, 0 },\n");
    strbuf_add(&text,
               " speed = { 4, 12 }, spread = 30, drag = 0.1, additive = 1,\n"
               " size = wisp.curve { { 0, 1 }, { 1, 0.2 } },\n"
               " color = wisp.gradient { { 0, \"#ffc840ff\" }, { 1, \"#40100000\" } } } } }\n");
    wisp_status status = text.status;
    if (status == WISP_OK) status = file_write(path, strbuf_text(&text), text.length, 0);
    strbuf_free(&text);
    return status;
}

static uint64_t alive(struct stage *stage) { return scene_stats(stage->scene).alive; }

/* As many steps as fill a quarter of a second, within reason. */
static uint32_t steps_for(struct stage *stage) {
    uint64_t begin = clock_now_ns(), taken = 0;
    while (taken < 1000 && clock_now_ns() - begin < 30000000u) {
        stage_advance(stage, 1);
        taken++;
    }
    double steps = RUN_NS * (double)taken / (double)(clock_now_ns() - begin);
    return steps > STEPS_MOST    ? STEPS_MOST
           : steps < STEPS_LEAST ? STEPS_LEAST
                                 : (uint32_t)steps;
}

static void sample(struct bench *bench, struct stage *stage, struct bench_row *row,
                   struct bench_samples *out) {
    row->steps = steps_for(stage);
    for (uint32_t run = 0; run < bench->runs; run++) {
        uint64_t begin = clock_now_ns();
        double cpu = bench_cpu(), each;
        for (uint64_t k = 0; k < row->steps; k++) stage_advance(stage, 1);
        row->alive = alive(stage);
        each = (double)row->alive * (double)row->steps;
        if (each < 1.0) each = 1.0;
        bench_add(out, (double)(clock_now_ns() - begin) / each,
                  1e9 * (bench_cpu() - cpu) / each);
    }
}

static int measure(struct bench *bench, enum job job, uint64_t count, uint32_t threads) {
    char folder[PATH_SIZE], path[PATH_SIZE];
    struct stage stage;
    struct bench_samples samples = {0};
    struct bench_row row = {.variant = job_names[job], .threads = threads};
    if (file_temp_dir("wisp-bench-", folder, sizeof folder) != WISP_OK ||
        path_join(path, sizeof path, folder, "scene.lua") != WISP_OK ||
        write_scene(bench, job, count, path) != WISP_OK)
        return exit_error(EXIT_OUTPUT, "output", "cannot write a temporary scene");
    const struct stage_desc desc = {.graphics = STAGE_NULL,
                                    .width = 1280,
                                    .height = 720,
                                    .effects = bench->effects,
                                    .threads = threads,
                                    .scene = path};
    int code = stage_open(bench->app, &desc, &stage);
    if (code == 0) {
        code = stage_load(&stage, path);
        if (code == 0) {
            stage_advance(&stage, job == JOB_CHURN ? 150 : 3);
            sample(bench, &stage, &row, &samples);
        }
        stage_close(&stage);
    }
    file_remove_tree(folder);
    if (code == 0) bench_print(bench, &row, &samples);
    return code;
}

/* The job's memory traffic with next to no arithmetic: 8 planes read and written, 5 written. */
static int limit(struct bench *bench, uint64_t count) {
    const size_t stride = (size_t)((count + 15) / 16 * 16 + 80);
    struct bench_samples samples = {0};
    struct bench_row row = {.variant = "limit", .threads = 1, .alive = count};
    float *planes = alloc_array(bench->app->allocator, stride,
                                (LIMIT_STATE + LIMIT_RECORD) * sizeof *planes);
    if (planes == NULL) return exit_error(EXIT_MACHINE, "memory", "out of memory");
    for (size_t i = 0; i < stride * (LIMIT_STATE + LIMIT_RECORD); i++) planes[i] = 1.0f;
    row.steps = (uint64_t)(1e8 / (double)count) + STEPS_LEAST;
    if (row.steps > STEPS_MOST) row.steps = STEPS_MOST;
    for (uint32_t run = 0; run < bench->runs; run++) {
        uint64_t begin = clock_now_ns();
        double cpu = bench_cpu(), each = (double)count * (double)row.steps;
        for (uint64_t s = 0; s < row.steps; s++)
            for (size_t k = 0; k < LIMIT_STATE; k++) {
                float *restrict p = planes + k * stride;
                float *restrict q = planes + (LIMIT_STATE + k % LIMIT_RECORD) * stride;
                if (k < LIMIT_RECORD)
                    for (uint64_t i = 0; i < count; i++) q[i] = p[i] = p[i] * 0.99999f;
                else
                    for (uint64_t i = 0; i < count; i++) p[i] *= 0.99999f;
            }
        bench_add(&samples, (double)(clock_now_ns() - begin) / each,
                  1e9 * (bench_cpu() - cpu) / each);
    }
    alloc_free(bench->app->allocator, planes,
               stride * (LIMIT_STATE + LIMIT_RECORD) * sizeof *planes);
    bench_print(bench, &row, &samples);
    return 0;
}

int bench_particles(struct bench *bench) {
    static const uint64_t sizes[] = {1000, 10000, 100000, 1000000, 3900000};
    int code = 0;
    for (size_t k = 0; code == 0 && k < sizeof sizes / sizeof *sizes; k++) {
        code = limit(bench, sizes[k]);
        for (uint32_t threads = 1; code == 0 && threads <= 2; threads++)
            for (int job = JOB_STEADY; code == 0 && job <= JOB_SECOND; job++)
                code = measure(bench, (enum job)job, sizes[k], threads);
    }
    return code;
}
