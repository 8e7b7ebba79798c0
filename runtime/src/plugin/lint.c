/* SPDX-License-Identifier: MIT */
#include "plugin/lint.h"

#include "base/status.h"
#include "os/elf.h"
#include "os/file.h"
#include "plugin/stage.h"
#include <string.h>
#include <wisp/effect.h>

struct lint {
    const char *path;
    struct diag_list *diags;
};

__attribute__((format(printf, 4, 5))) static void
warn(const struct lint *lint, const char *code, const char *hint, const char *format, ...) {
    char text[256];
    va_list args;
    va_start(args, format);
    str_format_args(text, sizeof text, format, args);
    va_end(args);
    struct diag *d = diag_add(lint->diags, (struct diag_place){.file = lint->path},
                              DIAG_WARNING, code, "%s", text);
    if (hint) diag_note(lint->diags, d, "%s", hint);
}

static size_t listed(const struct elf_names *names) {
    return names->count < ELF_NAMES_MOST ? names->count : ELF_NAMES_MOST;
}

/* What the compiler's own library keeps for __builtin_cpu_supports, and sanitizers for
 * themselves. */
static bool is_of_compiler(const char *name) {
    static const char *const prefixes[] = {"__cpu_", "__asan",  "__ubsan",       "__tsan",
                                           "__odr_", "__sanit", "completed.",    "__dso_handle",
                                           "_ITM_",  "__gmon",  "__cxa_finalize"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (str_starts(name, prefixes[i])) return true;
    return false;
}

static void check_symbols(const struct lint *lint, const struct elf_report *elf) {
    for (size_t i = 0; i < listed(&elf->writable); i++)
        if (!is_of_compiler(elf->writable.names[i]))
            warn(lint, "lint-writable",
                 "it is lost or doubled when the plugin is reloaded: keep it in a buffer",
                 "static data that can change: %s", elf->writable.names[i]);
    for (size_t i = 0; i < listed(&elf->exported); i++)
        if (strcmp(elf->exported.names[i], WISP_EFFECT_SYMBOL) != 0 &&
            !is_of_compiler(elf->exported.names[i]))
            warn(lint, "lint-exported", "compile with -fvisibility=hidden", "it exports %s too",
                 elf->exported.names[i]);
    for (size_t i = 0; i < listed(&elf->unique); i++)
        warn(lint, "lint-unique", "compile with -fno-gnu-unique",
             "%s is a unique symbol: the plugin will never be unloaded", elf->unique.names[i]);
    for (size_t i = 0; i < listed(&elf->exit_hooks); i++)
        warn(lint, "lint-exit", NULL, "it calls %s: what it registers outlives it",
             elf->exit_hooks.names[i]);
}

/* __builtin_cpu_supports brings one start function of the compiler's with it. */
static bool asks_for_cpu(const struct elf_report *elf) {
    for (size_t i = 0; i < listed(&elf->writable); i++)
        if (str_starts(elf->writable.names[i], "__cpu_")) return true;
    return false;
}

static void check_flags(const struct lint *lint, const struct elf_report *elf) {
    if (elf->nodelete)
        warn(lint, "lint-nodelete", "link without -z nodelete", "it asks never to be unloaded");
    if (elf->has_tls)
        warn(lint, "lint-tls", "one with a destructor would never be unloaded",
             "it has thread-local data");
    if (elf->static_tls)
        warn(lint, "lint-static-tls", "compile without -ftls-model=initial-exec",
             "its thread-local data takes from a small fixed store: reloads will run it out");
    if (elf->runpath)
        warn(lint, "lint-runpath", NULL, "it looks for libraries in %s", elf->runpath);
    if (elf->text_relocations)
        warn(lint, "lint-text-relocations", "compile with -fPIC", "its code has relocations");
    if (elf->executable_stack)
        warn(lint, "lint-executable-stack", NULL, "it asks for a stack that can be executed");
    if (elf->build_id_size == 0)
        warn(lint, "lint-build-id", "link with -Wl,--build-id",
             "it has no build-id: a stale image cannot be told from a fresh one");
    if (elf->init_functions > (asks_for_cpu(elf) ? 2u : 1u) || elf->fini_functions > 1)
        warn(lint, "lint-constructor", "build what is needed in create",
             "it runs code when it is loaded or unloaded");
}

size_t lint_file(const struct allocator *allocator, const char *path, struct diag_list *diags) {
    struct lint lint = {.path = path, .diags = diags};
    struct file_data file;
    struct elf_report elf;
    size_t before = diags->count;
    wisp_status status = file_read(allocator, path, STAGE_FILE_MOST, &file);
    if (status < 0) {
        diag_add(diags, (struct diag_place){.file = path}, DIAG_ERROR, "plugin-file", "%s",
                 status_text(status));
        return 1;
    }
    if (elf_check(file.bytes, file.size, &elf) < 0) {
        diag_add(diags, (struct diag_place){.file = path}, DIAG_ERROR, "plugin-elf", "%s",
                 elf.reason);
    } else {
        if (!elf_exports(file.bytes, file.size, WISP_EFFECT_SYMBOL))
            diag_add(diags, (struct diag_place){.file = path}, DIAG_ERROR, "plugin-symbol",
                     "it does not export " WISP_EFFECT_SYMBOL ": not an effect");
        check_symbols(&lint, &elf);
        check_flags(&lint, &elf);
    }
    file_data_free(&file);
    return diags->count - before;
}
