/* SPDX-License-Identifier: MIT */
#include "plugin/stage.h"

#include "base/status.h"
#include "os/clock.h"
#include "os/elf.h"
#include "os/file.h"
#include "os/process.h"
#include <stdlib.h>
#include <string.h>
#include <wisp/effect.h>

void stage_begin(struct stage *stage, const struct allocator *allocator, const char *cache,
                 bool keep) {
    memset(stage, 0, sizeof *stage);
    stage->allocator = allocator;
    stage->cache = cache;
    stage->keep = keep;
}

void stage_end(struct stage *stage) {
    if (stage->folder[0]) file_remove_tree(stage->folder);
    stage->folder[0] = 0;
}

static bool join(char out[PATH_SIZE], const char *a, const char *b) {
    return path_join(out, PATH_SIZE, a, b) >= 0;
}

/* <cache>/stage, for the cache given or the user's. */
static bool find_base(const struct stage *stage, char out[PATH_SIZE]) {
    const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    char cache[PATH_SIZE];
    if (stage->cache) return join(out, stage->cache, "stage");
    if (xdg && path_is_absolute(xdg)) return join(out, xdg, "wisp/stage");
    return home && path_is_absolute(home) && join(cache, home, ".cache") &&
           join(out, cache, "wisp/stage");
}

/* Folders are named by process number: those whose process is gone were left by a crash. */
static void remove_orphans(const struct stage *stage, const char *base) {
    struct file_list list;
    char path[PATH_SIZE], process[64];
    if (file_list(stage->allocator, base, &list) < 0) return;
    for (size_t i = 0; i < list.count; i++) {
        char *end;
        long id = strtol(list.names[i], &end, 10);
        str_format(process, sizeof process, "/proc/%ld", id);
        bool ours = end != list.names[i] && *end == '-' && id > 0;
        if (ours && !file_exists(process) && join(path, base, list.names[i]))
            file_remove_tree(path);
    }
    file_list_free(&list);
}

static wisp_status make_folder(struct stage *stage) {
    char base[PATH_SIZE], name[64];
    if (stage->folder[0]) return WISP_OK;
    str_format(name, sizeof name, "%lld-%llx", (long long)process_own_id(),
               (unsigned long long)clock_wall_ns());
    if (find_base(stage, base) && file_make_dirs(base) >= 0) {
        remove_orphans(stage, base);
        if (join(stage->folder, base, name) && file_make_dirs(stage->folder) >= 0)
            return WISP_OK;
    }
    stage->folder[0] = 0;
    return file_temp_dir("wisp-stage-", stage->folder, sizeof stage->folder);
}

static void refuse(struct diag_list *diags, const char *path, const char *code,
                   const char *text) {
    diag_add(diags, (struct diag_place){.file = path}, DIAG_ERROR, code, "%s", text);
}

static void describe(const struct elf_report *elf, struct staged *out) {
    size_t size = elf->build_id_size < STAGE_BUILD_ID ? elf->build_id_size : STAGE_BUILD_ID;
    memcpy(out->build_id, elf->build_id, size);
    out->build_id_size = size;
    out->unique = elf->unique.count > 0;
    if (out->unique) str_copy(out->unique_name, sizeof out->unique_name, elf->unique.names[0]);
    out->nodelete = elf->nodelete;
    out->static_tls = elf->static_tls;
    out->has_tls = elf->has_tls;
    out->own_folder = elf->runpath && strstr(elf->runpath, "$ORIGIN");
}

static wisp_status check(const struct file_data *file, const char *path, struct staged *out,
                         struct diag_list *diags) {
    struct elf_report elf;
    wisp_status status = elf_check(file->bytes, file->size, &elf);
    if (status < 0) {
        refuse(diags, path, "plugin-elf", elf.reason);
        return status;
    }
    if (!elf_exports(file->bytes, file->size, WISP_EFFECT_SYMBOL)) {
        refuse(diags, path, "plugin-symbol",
               "it does not export " WISP_EFFECT_SYMBOL ": not an effect");
        return WISP_E_BAD_DATA;
    }
    describe(&elf, out);
    return WISP_OK;
}

static wisp_status name_copy(struct stage *stage, const char *path, const char *id,
                             uint32_t generation, struct staged *out) {
    char name[128], folder[PATH_SIZE];
    stage->serial++;
    if (!out->own_folder) {
        wisp_status status = make_folder(stage);
        str_format(name, sizeof name, "%s.%u.%llu.so", id, generation,
                   (unsigned long long)stage->serial);
        if (status < 0) return status;
        return join(out->path, stage->folder, name) ? WISP_OK : WISP_E_LIMIT;
    }
    str_format(name, sizeof name, STAGE_PREFIX "%s.%lld.%llx.%u.so", id,
               (long long)process_own_id(), (unsigned long long)clock_wall_ns(), generation);
    return path_dirname(folder, sizeof folder, path) >= 0 && join(out->path, folder, name)
               ? WISP_OK
               : WISP_E_LIMIT;
}

wisp_status stage_file(struct stage *stage, const char *path, const char *id,
                       uint32_t generation, struct staged *out, struct diag_list *diags,
                       double ms[2]) {
    struct file_data file;
    char text[PATH_SIZE + 64];
    memset(out, 0, sizeof *out);
    uint64_t start = clock_now_ns();
    wisp_status status = file_read(stage->allocator, path, STAGE_FILE_MOST, &file);
    if (status < 0) {
        refuse(diags, path, "plugin-file", status_text(status));
        return status;
    }
    out->hash = hash_bytes128(file.bytes, file.size);
    uint64_t read = clock_now_ns();
    status = check(&file, path, out, diags);
    uint64_t checked = clock_now_ns();
    if (status >= 0) {
        status = name_copy(stage, path, id, generation, out);
        if (status >= 0)
            status = file_write(out->path, file.bytes, file.size, FILE_WRITE_EXCLUSIVE);
        str_format(text, sizeof text, "no copy could be made at %s: %s", out->path,
                   status_text(status));
        if (status < 0) refuse(diags, path, "plugin-stage", text);
    }
    file_data_free(&file);
    if (ms) {
        ms[0] = (double)(read - start + clock_now_ns() - checked) * 1e-6;
        ms[1] = (double)(checked - read) * 1e-6;
    }
    return status;
}

void stage_remove(struct stage *stage, const struct staged *staged) {
    if (!stage->keep && staged->path[0]) file_remove(staged->path);
}
