/* SPDX-License-Identifier: MIT
 *
 * main - find the subcommand and run it.
 */
#include "app/command.h"
#include "app/exit.h"
#include "base/str.h"
#include "base/suggest.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <wisp/effect.h>
#include <wisp/version.h>

static const struct command *const commands[] = {
    &command_run,    &command_render,   &command_check,   &command_list, &command_new,
    &command_export, &command_bench,    &command_explain, &command_doc,  &command_luals,
    &command_lint,   &command_validate, &command_probe,   &command_bare,
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static void help(FILE *out) {
    fputs("usage: wisp COMMAND [OPERAND...] [OPTION...]\n\ncommands:\n", out);
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        const struct command *c = commands[i];
        if (!c->hidden) fprintf(out, "  %-9s %s\n", c->table->command, c->table->summary);
    }
    fputs("  version   the version of the program and of the plugin ABI\n"
          "\n'wisp COMMAND --help' tells the options of one.\n\n",
          out);
    exit_describe(out);
}

static const struct command *find(const char *name) {
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(commands[i]->table->command, name) == 0) return commands[i];
    return NULL;
}

static int unknown(const char *name) {
    const char *names[COMMAND_COUNT + 2];
    size_t count = 0;
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (!commands[i]->hidden) names[count++] = commands[i]->table->command;
    names[count++] = "help";
    names[count++] = "version";
    const char *near = suggest_name(name, names, count, NULL, 0);
    if (near != NULL)
        exit_error(EXIT_USAGE, "usage", "unknown command '%s'; did you mean '%s'?", name, near);
    else
        exit_error(EXIT_USAGE, "usage", "unknown command '%s'", name);
    fputs("wisp: see 'wisp help'\n", stderr);
    return EXIT_USAGE;
}

static int run(const struct command *command, int argc, char **argv) {
    struct app *app = calloc(1, sizeof *app); /* paths make it too large for a stack frame */
    if (app == NULL) return exit_error(EXIT_MACHINE, "memory", "out of memory");
    app->allocator = allocator_default();
    int code = EXIT_MACHINE;
    if (paths_find(&app->paths) != WISP_OK)
        exit_error(EXIT_MACHINE, "paths", "cannot find where the program itself is");
    else if (log_create(app->allocator, &app->log) != WISP_OK)
        exit_error(EXIT_MACHINE, "memory", "out of memory");
    else if (log_add_sink(app->log, log_sink_file, stderr) == WISP_OK)
        code = command->run(app, argc, argv);
    log_destroy(app->log);
    free(app);
    return code;
}

static int choose(int argc, char **argv) {
    const char *name = argc > 1 ? argv[1] : "";
    if (argc < 2) {
        help(stderr);
        return EXIT_USAGE;
    }
    if (str_equal(name, "help") || str_equal(name, "--help") || str_equal(name, "-h")) {
        help(stdout);
        return EXIT_OK;
    }
    if (str_equal(name, "version") || str_equal(name, "--version")) {
        printf("wisp %s, plugin ABI %u.%u\n", WISP_VERSION_TEXT, WISP_ABI_MAJOR,
               WISP_ABI_MINOR);
        return EXIT_OK;
    }
    const struct command *command = find(name);
    return command != NULL ? run(command, argc - 2, argv + 2) : unknown(name);
}

int main(int argc, char **argv) {
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is an error of write, told as such */
    int code = choose(argc, argv);
    errno = 0;
    bool failed = fflush(stdout) != 0 || ferror(stdout) != 0;
    if (failed && errno != EPIPE) { /* `wisp list | head` is no mistake */
        int output = exit_error(EXIT_OUTPUT, "output", "cannot write to standard output");
        if (code == EXIT_OK) code = output;
    }
    return code;
}
