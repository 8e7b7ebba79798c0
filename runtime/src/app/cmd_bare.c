/* SPDX-License-Identifier: MIT
 *
 * wisp bare - a context and nothing else: what the benchmarks compare the program with.
 */
#include "app/exit.h"
#include "app/stats.h"
#include "app/window.h"

static const struct args_table table = {
    .command = "bare",
    .operands = "",
    .summary = "open an OpenGL context without a display, and print the memory used",
};

static int run(struct app *app, int argc, char **argv) {
    struct args args;
    struct window *window = NULL;
    int code = args_parse(&table, argc, argv, NULL, &args);
    if (code != 0 || args.help) return code;
    const struct window_desc desc = {.title = "wisp", .headless = true};
    code = window_open(app, &desc, &window);
    if (code != 0) return code;
    window_present(window);
    printf("{\"peak_rss_kib\": %llu}\n", (unsigned long long)stats_peak_rss_kib());
    window_close(window);
    return EXIT_OK;
}

const struct command command_bare = {.table = &table, .run = run, .hidden = true};
