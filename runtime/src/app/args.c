/* SPDX-License-Identifier: MIT
 *
 * args - command lines, from one declared table per subcommand.
 */
#include "app/args.h"

#include "app/exit.h"
#include "base/str.h"
#include "base/suggest.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int usage_error(const struct args_table *table, const char *text) {
    exit_error(EXIT_USAGE, "usage", "%s", text);
    fprintf(stderr, "wisp: see 'wisp %s --help'\n", table->command);
    return EXIT_USAGE;
}

static bool whole(const char *text, const char **end, uint64_t *out) {
    char *stop = NULL;
    if (!isdigit((unsigned char)text[0])) return false;
    errno = 0;
    unsigned long long value = strtoull(text, &stop, 10);
    if (errno != 0) return false;
    *out = value;
    *end = stop;
    return true;
}

static bool parse_size(const char *text, struct arg_size *out) {
    uint64_t w, h;
    if (!whole(text, &text, &w) || (*text != 'x' && *text != 'X')) return false;
    if (!whole(text + 1, &text, &h) || *text != '\0') return false;
    if (w < ARG_SIZE_LEAST || w > ARG_SIZE_MOST || h < ARG_SIZE_LEAST || h > ARG_SIZE_MOST)
        return false;
    *out = (struct arg_size){(uint32_t)w, (uint32_t)h};
    return true;
}

enum { FRAMES_MOST = 100000000 };

static bool parse_frames(const char *text, struct arg_frames *out) {
    uint64_t begin = 0, end;
    if (!whole(text, &text, &end)) return false;
    if (*text == ':') {
        begin = end;
        if (!whole(text + 1, &text, &end)) return false;
    }
    if (*text != '\0' || end <= begin || end > FRAMES_MOST) return false;
    *out = (struct arg_frames){begin, end, true};
    return true;
}

static bool parse_number(const struct arg_option *option, const char *text, double *out) {
    char *end = NULL;
    if (!isdigit((unsigned char)text[0]) && text[0] != '-' && text[0] != '.') return false;
    double value = strtod(text, &end);
    if (*end != '\0' || !isfinite(value)) return false;
    if (value < option->min || value > option->max) return false;
    *out = value;
    return true;
}

static bool parse_whole(const struct arg_option *option, const char *text,
                        struct arg_whole *out) {
    uint64_t value;
    if (!whole(text, &text, &value) || *text != '\0') return false;
    if ((double)value < option->min || (double)value > option->max) return false;
    *out = (struct arg_whole){value, true};
    return true;
}

static bool parse_choice(const struct arg_option *option, const char *text, int *out) {
    for (int i = 0; option->choices[i] != NULL; i++) {
        if (strcmp(option->choices[i], text) != 0) continue;
        *out = i;
        return true;
    }
    return false;
}

static bool store(const struct arg_option *option, const char *text, void *options) {
    void *at = (char *)options + option->offset;
    switch (option->kind) {
    case ARG_FLAG:
        *(bool *)at = true;
        return true;
    case ARG_TEXT:
        *(const char **)at = text;
        return text[0] != '\0';
    case ARG_WHOLE:
        return parse_whole(option, text, at);
    case ARG_NUMBER:
        return parse_number(option, text, at);
    case ARG_SIZE:
        return parse_size(text, at);
    case ARG_FRAMES:
        return parse_frames(text, at);
    case ARG_CHOICE:
        return parse_choice(option, text, at);
    }
    return false;
}

/* What the option takes, in words. */
static void wanted(const struct arg_option *option, char *out, size_t size) {
    switch (option->kind) {
    case ARG_WHOLE:
        str_format(out, size, "a whole number from %.0f to %.0f", option->min, option->max);
        return;
    case ARG_NUMBER:
        str_format(out, size, "a number from %g to %g", option->min, option->max);
        return;
    case ARG_SIZE:
        str_format(out, size, "WIDTHxHEIGHT, each from %d to %d", ARG_SIZE_LEAST,
                   ARG_SIZE_MOST);
        return;
    case ARG_FRAMES:
        str_copy(out, size, "N or A:B with A < B");
        return;
    case ARG_CHOICE: {
        size_t length = str_copy(out, size, "one of");
        for (int i = 0; option->choices[i] != NULL; i++)
            length += str_format(out + length, size - length, "%s %s", i > 0 ? "," : "",
                                 option->choices[i]);
        return;
    }
    case ARG_FLAG:
    case ARG_TEXT:
        str_copy(out, size, option->value != NULL ? option->value : "no value");
    }
}

static int bad_value(const struct args_table *table, const struct arg_option *option,
                     const char *text) {
    char line[512], want[256];
    wanted(option, want, sizeof want);
    str_format(line, sizeof line, "'%s' wants %s; got \"%s\"", option->name, want, text);
    return usage_error(table, line);
}

static int unknown(const struct args_table *table, const char *name) {
    enum { NAMES_MOST = 64 };
    const char *names[NAMES_MOST];
    size_t count = 0;
    char line[512];
    for (; count < table->option_count && count < NAMES_MOST - 1; count++)
        names[count] = table->options[count].name;
    names[count++] = "--help";
    const char *near = suggest_name(name, names, count, NULL, 0);
    if (near != NULL)
        str_format(line, sizeof line, "unknown option '%s'; did you mean '%s'?", name, near);
    else
        str_format(line, sizeof line, "unknown option '%s'", name);
    return usage_error(table, line);
}

static const struct arg_option *find(const struct args_table *table, const char *name) {
    for (size_t i = 0; i < table->option_count; i++)
        if (strcmp(table->options[i].name, name) == 0) return &table->options[i];
    return NULL;
}

/* One option at argv[*at]; *at moves past its value. */
static int parse_option(const struct args_table *table, int argc, char **argv, int *at,
                        void *options) {
    char name[64], line[256];
    const char *text = argv[*at], *equals = strchr(text, '=');
    size_t length = equals != NULL ? (size_t)(equals - text) : strlen(text);
    str_format(name, sizeof name, "%.*s", (int)(length < 63 ? length : 63), text);
    const struct arg_option *option = find(table, name);
    if (option == NULL) return unknown(table, name);
    if (option->kind == ARG_FLAG) {
        if (equals != NULL) return bad_value(table, option, equals + 1);
        store(option, "", options);
        return 0;
    }
    const char *value = equals != NULL ? equals + 1 : NULL;
    if (value == NULL && *at + 1 < argc) value = argv[++*at];
    if (value == NULL) {
        str_format(line, sizeof line, "'%s' wants a value: %s", name, option->value);
        return usage_error(table, line);
    }
    return store(option, value, options) ? 0 : bad_value(table, option, value);
}

static int check_operands(const struct args_table *table, const struct args *args) {
    char line[512];
    if (args->count < table->least) {
        str_format(line, sizeof line, "missing operand: wisp %s %s", table->command,
                   table->operands);
        return usage_error(table, line);
    }
    if (args->count > table->most) {
        str_format(line, sizeof line, "unexpected operand '%s'", args->operands[table->most]);
        return usage_error(table, line);
    }
    return 0;
}

int args_parse(const struct args_table *table, int argc, char **argv, void *options,
               struct args *out) {
    bool only_operands = false;
    *out = (struct args){0};
    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            out->help = true;
            args_help(table, stdout);
            return 0;
        }
        if (strcmp(argv[i], "--") == 0) break;
    }
    for (int i = 0; i < argc; i++) {
        if (!only_operands && strcmp(argv[i], "--") == 0) {
            only_operands = true;
        } else if (!only_operands && argv[i][0] == '-' && argv[i][1] != '\0') {
            int code = parse_option(table, argc, argv, &i, options);
            if (code != 0) return code;
        } else if (out->count < ARGS_POSITIONAL_MOST) {
            out->operands[out->count++] = argv[i];
        } else {
            return usage_error(table, "too many operands");
        }
    }
    return check_operands(table, out);
}

void args_help(const struct args_table *table, FILE *out) {
    fprintf(out, "usage: wisp %s%s%s%s\n\n%s\n", table->command,
            table->operands[0] != '\0' ? " " : "", table->operands,
            table->option_count > 0 ? " [OPTION...]" : "", table->summary);
    if (table->details != NULL) fprintf(out, "\n%s", table->details);
    fputs("\noptions:\n", out);
    for (size_t i = 0; i < table->option_count; i++) {
        const struct arg_option *o = &table->options[i];
        char left[64];
        str_format(left, sizeof left, "%s%s%s", o->name, o->value != NULL ? " " : "",
                   o->value != NULL ? o->value : "");
        fprintf(out, "  %-26s %s\n", left, o->help);
    }
    fprintf(out, "  %-26s %s\n\n", "--help", "this text");
    exit_describe(out);
}
