/* SPDX-License-Identifier: MIT */
#include "plugin/entry.h"

#include <string.h>

/* What the checks below share. */
struct check {
    const char *path;
    struct diag_list *diags;
    const wisp_effect *entry;
};

#define REPORT(check, code, ...)                                                           \
    diag_add((check)->diags, (struct diag_place){.file = (check)->path}, DIAG_ERROR, code, \
             __VA_ARGS__)

bool entry_name_is_valid(const char *name) {
    if (!name || name[0] < 'a' || name[0] > 'z') return false;
    for (size_t n = 0; name[n]; n++) {
        char c = name[n];
        bool fits = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
        if (!fits || n >= ENTRY_KEY - 1) return false;
    }
    return true;
}

static void read_part(void *out, size_t known, const void *from, size_t given) {
    memset(out, 0, known);
    memcpy(out, from, given < known ? given : known);
}

wisp_param entry_param(const wisp_param *params, uint32_t size, uint32_t k) {
    wisp_param p;
    read_part(&p, sizeof p, (const char *)params + (size_t)size * k, size);
    return p;
}

wisp_command entry_command(const wisp_command *commands, uint32_t size, uint32_t k) {
    wisp_command c;
    read_part(&c, sizeof c, (const char *)commands + (size_t)size * k, size);
    return c;
}

/* The 16 bytes that never change decide whether the rest can be read at all. */
static bool check_head(const struct check *check, const wisp_effect *raw) {
    if (raw->magic != WISP_ABI_MAGIC) {
        REPORT(check, "plugin-magic", "not an effect table: it begins with 0x%08x", raw->magic);
        return false;
    }
    if (raw->abi_major != WISP_ABI_MAJOR) {
        REPORT(check, "plugin-abi-major",
               "built for plugin interface %u, this program has %u: %s", raw->abi_major,
               WISP_ABI_MAJOR,
               raw->abi_major > WISP_ABI_MAJOR ? "update the program or rebuild the plugin"
                                               : "rebuild the plugin");
        return false;
    }
    if (raw->struct_size < offsetof(wisp_effect, update) + sizeof raw->update) {
        REPORT(check, "plugin-size", "the effect table has %u bytes, %zu are needed",
               raw->struct_size, offsetof(wisp_effect, update) + sizeof raw->update);
        return false;
    }
    return true;
}

static void check_version(const struct check *check) {
    const wisp_effect *e = check->entry;
    if (e->min_host_minor > WISP_ABI_MINOR)
        REPORT(check, "plugin-abi-minor",
               "needs plugin interface %u.%u, this program has %u.%u: update the program",
               e->abi_major, e->min_host_minor, WISP_ABI_MAJOR, WISP_ABI_MINOR);
    if (e->must_flags != WISP_MUST_NONE)
        REPORT(check, "plugin-must-flags",
               "asks for something this program does not know (must_flags 0x%x)",
               e->must_flags);
}

static void check_words(const struct check *check, const char *wanted) {
    const wisp_effect *e = check->entry;
    if (!entry_name_is_valid(e->id))
        REPORT(check, "plugin-id", "the id \"%s\" is not [a-z][a-z0-9_]*, at most 31 long",
               e->id ? e->id : "");
    else if (wanted && strcmp(wanted, e->id) != 0)
        REPORT(check, "plugin-id-file", "the file is named for \"%s\" but holds \"%s\"", wanted,
               e->id);
    if (!e->name || !*e->name) REPORT(check, "plugin-name", "it has no name");
    if (!e->version || !*e->version) REPORT(check, "plugin-version", "it has no version");
    if (!e->doc || !*e->doc) REPORT(check, "plugin-doc", "it has no doc");
}

static void check_parts(const struct check *check) {
    const wisp_effect *e = check->entry;
    uint32_t passes =
        WISP_PASS_OPAQUE | WISP_PASS_BLEND | WISP_PASS_REFRACT | WISP_PASS_PREPARE;
    if (!e->create) REPORT(check, "plugin-create", "it has no create function");
    if (!e->update) REPORT(check, "plugin-update", "it has no update function");
    if (e->draw_passes & ~passes)
        REPORT(check, "plugin-passes", "draw_passes has unknown bits (0x%x)",
               e->draw_passes & ~passes);
    if (e->instance_size > ENTRY_INSTANCE_MOST)
        REPORT(check, "plugin-instance-size", "instance_size is %u, at most %u is given",
               e->instance_size, ENTRY_INSTANCE_MOST);
}

static void check_services(const struct check *check) {
    static const char *const known[] = {WISP_LOG_ID,   WISP_STATE_ID,  WISP_JOBS_ID,
                                        WISP_WORLD_ID, WISP_ASSETS_ID, WISP_REPORT_ID,
                                        "wisp.gfx/1"};
    for (const char *const *s = check->entry->services; s && *s; s++) {
        bool found = false;
        for (size_t i = 0; i < sizeof known / sizeof *known; i++)
            found = found || strcmp(known[i], *s) == 0;
        if (!found)
            REPORT(check, "plugin-service", "needs the service \"%s\", which is not here", *s);
    }
}

/* Whether a table can be walked: size and number of its elements. */
static bool check_table(const struct check *check, const char *what, const void *table,
                        uint32_t count, uint32_t most, uint32_t size, size_t least) {
    if (count == 0) return false;
    if (!table)
        REPORT(check, "plugin-table", "%s: %u entries, but no table", what, count);
    else if (count > most)
        REPORT(check, "plugin-table", "%s: %u entries, at most %u are taken", what, count,
               most);
    else if (size < least || size % _Alignof(wisp_param) != 0 || size > 4096)
        REPORT(check, "plugin-table", "%s: entries of %u bytes cannot be right", what, size);
    else
        return true;
    return false;
}

static size_t least_param_size(void) { return offsetof(wisp_param, aliases) + sizeof(void *); }

static void check_command(const struct check *check, uint32_t k) {
    const wisp_effect *e = check->entry;
    wisp_command c = entry_command(e->commands, e->command_size, k);
    if (!entry_name_is_valid(c.name)) {
        REPORT(check, "command-name", "commands[%u]: the name \"%s\" is not [a-z][a-z0-9_]*", k,
               c.name ? c.name : "");
        return;
    }
    for (uint32_t j = 0; j < k; j++) {
        const char *other = entry_command(e->commands, e->command_size, j).name;
        if (other && strcmp(other, c.name) == 0)
            REPORT(check, "command-duplicate", "commands[%u]: \"%s\" is there already", k,
                   c.name);
    }
    char where[ENTRY_KEY + 16];
    str_format(where, sizeof where, "commands.%s", c.name);
    if (check_table(check, where, c.params, c.param_count, 64, e->param_size,
                    least_param_size()))
        entry_check_params(c.params, c.param_count, e->param_size, check->path, where,
                           check->diags);
}

static void check_signals(const struct check *check) {
    const char *const *signals = check->entry->signals;
    for (uint32_t i = 0; signals && signals[i]; i++) {
        if (!entry_name_is_valid(signals[i]))
            REPORT(check, "signal-name", "signals[%u]: \"%s\" is not [a-z][a-z0-9_]*", i,
                   signals[i]);
        for (uint32_t j = 0; j < i; j++)
            if (strcmp(signals[i], signals[j]) == 0)
                REPORT(check, "signal-duplicate", "signals[%u]: \"%s\" is there already", i,
                       signals[i]);
    }
}

static void check_tables(const struct check *check) {
    const wisp_effect *e = check->entry;
    if (check_table(check, "params", e->params, e->param_count, ENTRY_PARAMS_MOST,
                    e->param_size, least_param_size()))
        entry_check_params(e->params, e->param_count, e->param_size, check->path, "params",
                           check->diags);
    if (check_table(check, "commands", e->commands, e->command_count, ENTRY_COMMANDS_MOST,
                    e->command_size, offsetof(wisp_command, reserved)))
        for (uint32_t k = 0; k < e->command_count; k++) check_command(check, k);
    check_signals(check);
}

bool entry_read(const wisp_effect *raw, const char *path, const char *wanted, wisp_effect *out,
                struct diag_list *diags) {
    struct check check = {.path = path, .diags = diags, .entry = out};
    size_t errors = diags->errors;
    if (!check_head(&check, raw)) return false;
    read_part(out, sizeof *out, raw, raw->struct_size);
    check_version(&check);
    check_words(&check, wanted);
    check_parts(&check);
    check_services(&check);
    check_tables(&check);
    return diags->errors == errors;
}
