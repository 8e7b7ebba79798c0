/* SPDX-License-Identifier: MIT
 *
 * exit - how the program ends.
 */
#include "app/exit.h"

#include "base/str.h"

static void print_line(const char *severity, const char *code, const char *format,
                       va_list args) {
    char text[4096], shown[4 * sizeof text];
    size_t length = str_format_args(text, sizeof text, format, args);
    str_printable(shown, sizeof shown, text, length);
    fprintf(stderr, "wisp: %s[%s]: %s\n", severity, code, shown);
}

int exit_error(enum exit_code exit_code, const char *code, const char *format, ...) {
    va_list args;
    va_start(args, format);
    print_line("error", code, format, args);
    va_end(args);
    return (int)exit_code;
}

void exit_warn(const char *code, const char *format, ...) {
    va_list args;
    va_start(args, format);
    print_line("warning", code, format, args);
    va_end(args);
}

void exit_describe(FILE *out) {
    fputs("exit codes:\n"
          "  0  done\n"
          "  1  a scene, plugin, shader or picture has problems; each was reported\n"
          "  2  the command line is not right\n"
          "  3  the result could not be written; nothing is left half-written\n"
          "  4  the machine lacks something: OpenGL 3.3, ffmpeg, memory\n"
          "  5  a plugin crashed or hung\n"
          "  6  interrupted\n",
          out);
}
