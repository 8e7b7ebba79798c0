/* SPDX-License-Identifier: MIT
 *
 * shader_error - compilers' messages, by form:
 *   Mesa           0:12(5): error: text
 *   NVIDIA         0(12) : error C1008: text
 *   AMD, ANGLE     ERROR: 0:12: text
 * The first number is that of the file. Lines that only sum up ("2 errors generated") and
 * warnings are left out; a line that fits no form is kept, since it may be all there is.
 */
#include "gfx/shader_source.h"

#include <stdlib.h>
#include <string.h>

struct message {
    size_t file;
    int line, col;
    bool warning;
    const char *text;
};

static bool number(const char **at, int *out) {
    char *end;
    if (**at < '0' || **at > '9') return false;
    long value = strtol(*at, &end, 10);
    if (value > SHADER_LINES * (SHADER_FILES_MOST + 1L)) return false;
    *out = (int)value;
    *at = end;
    return true;
}

static void skip(const char **at, const char *set) { *at += strspn(*at, set); }

static bool word(const char **at, const char *text) {
    size_t length = strlen(text);
    if (strncmp(*at, text, length) != 0) return false;
    *at += length;
    return true;
}

/* "0:12(5): error: text" and "0:12: text" */
static bool parse_colon(const char *at, struct message *m) {
    int file;
    if (!number(&at, &file) || !word(&at, ":") || !number(&at, &m->line)) return false;
    if (word(&at, "(")) {
        if (!number(&at, &m->col) || !word(&at, ")")) return false;
    }
    if (!word(&at, ":")) return false;
    m->file = (size_t)file;
    skip(&at, " ");
    m->warning = m->warning || word(&at, "warning:");
    word(&at, "error:");
    skip(&at, " ");
    m->text = at;
    return true;
}

/* "0(12) : error C1008: text" */
static bool parse_paren(const char *at, struct message *m) {
    int file;
    if (!number(&at, &file) || !word(&at, "(") || !number(&at, &m->line) || !word(&at, ")"))
        return false;
    skip(&at, " ");
    if (!word(&at, ":")) return false;
    m->file = (size_t)file;
    skip(&at, " ");
    m->warning = word(&at, "warning");
    word(&at, "error");
    skip(&at, " ");
    if (*at == 'C') at += 1 + strspn(at + 1, "0123456789");
    skip(&at, ": ");
    m->text = at;
    return true;
}

static bool parse(const char *line, struct message *m) {
    *m = (struct message){0};
    const char *at = line;
    skip(&at, " \t");
    if (word(&at, "ERROR:")) {
        skip(&at, " ");
    } else if (word(&at, "WARNING:")) {
        skip(&at, " ");
        m->warning = true;
    }
    if (!parse_colon(at, m) && !parse_paren(at, m)) return false;
    if (m->line >= SHADER_LINES) {
        m->file = (size_t)m->line / SHADER_LINES;
        m->line %= SHADER_LINES;
    }
    return true;
}

static bool is_summary(const char *line) {
    return strstr(line, "compilation error") || strstr(line, "No code generated") ||
           strstr(line, "errors generated") || strstr(line, "error generated") ||
           strstr(line, "compilation terminated");
}

void shader_errors(const struct shader_files *files, const char *path, const char *text,
                   struct diag_list *diags) {
    size_t before = diags->count + diags->dropped;
    while (*text) {
        char line[512];
        size_t length = strcspn(text, "\n");
        struct message m;
        str_format(line, sizeof line, "%.*s", (int)(length < 500 ? length : 500), text);
        line[strcspn(line, "\r")] = 0;
        text += length + (text[length] == '\n');
        if (!line[strspn(line, " \t")] || is_summary(line)) continue;
        if (!parse(line, &m)) {
            diag_add(diags, (struct diag_place){path, 0, 0, 0}, DIAG_ERROR, "shader", "%s",
                     line);
        } else if (!m.warning) {
            const char *file = m.file < files->count ? files->paths[m.file] : path;
            diag_add(diags, (struct diag_place){file, m.line, m.col, 0}, DIAG_ERROR, "shader",
                     "%s", m.text);
        }
    }
    if (diags->count + diags->dropped == before)
        diag_add(diags, (struct diag_place){path, 0, 0, 0}, DIAG_ERROR, "shader",
                 "the shader does not build and the driver says no more");
}
