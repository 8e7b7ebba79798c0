/* SPDX-License-Identifier: MIT
 *
 * wisp probe - try one plugin, as a child of a host that must not die of it.
 */
#include "app/command.h"
#include "app/exit.h"
#include "plugin/probe.h"

static const struct args_table table = {
    .command = "probe",
    .operands = "PLUGIN.so",
    .summary = "try one plugin and say what is wrong with it",
    .least = 1,
    .most = 1,
};

static int run(struct app *app, int argc, char **argv) {
    struct args args;
    (void)app;
    int code = args_parse(&table, argc, argv, NULL, &args);
    if (code != 0 || args.help) return code;
    char *child[] = {(char[]){"probe"}, argv[0], NULL};
    return probe_main(2, child);
}

const struct command command_probe = {.table = &table, .run = run, .hidden = true};
