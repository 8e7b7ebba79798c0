/* SPDX-License-Identifier: MIT */
#include "support/scene_fixture.h"
#include "support/probe_effect.h"

#include "plugin/instance.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void open_registry(struct scene_fixture *f, bool linked_only) {
    static const char *const folders[] = {WISP_BUILD_ROOT "/lib/wisp/effects"};
    static const wisp_effect *const linked[] = {&probe_effect};
    static const char *const ids[] = {"probe", "dust", "snow"};
    const struct registry_config config = {.allocator = f->allocator,
                                           .folders = folders,
                                           .folder_count = linked_only ? 0 : 1,
                                           .linked = linked,
                                           .linked_count = 1};
    f->status = registry_create(&config, &f->registry);
    size_t count = linked_only ? 1 : sizeof ids / sizeof *ids;
    for (size_t i = 0; !f->status && i < count; i++) {
        const struct effect_type *t = registry_type(f->registry, ids[i], &f->diags);
        if (!t) {
            f->status = WISP_E_NOMEM;
            return;
        }
        f->schemas[f->schema_count++] =
            (struct effect_schema){t->id,          t->name,     t->doc,           t->params,
                                   t->param_count, t->commands, t->command_count, t->signals};
    }
}

struct script *fixture_script(struct scene_fixture *f, const char *text) {
    char path[] = "/tmp/wisp-scene-XXXXXX";
    int fd = mkstemp(path);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq((int)write(fd, text, strlen(text)), (int)strlen(text));
    close(fd);
    const struct script_config config = {
        .allocator = f->allocator, .effects = f->schemas, .effect_count = f->schema_count};
    struct script *script = NULL;
    wisp_status status = script_load(&config, path, &script, &f->diags, NULL);
    unlink(path);
    if (status) f->status = status;
    return status ? NULL : script;
}

char *fixture_diags(const struct scene_fixture *f) {
    struct strbuf b;
    strbuf_init(&b, allocator_default());
    diag_list_write(&f->diags, &b);
    char *copy = strdup(strbuf_text(&b));
    strbuf_free(&b);
    return copy;
}

struct scene_fixture *fixture_open(const char *text, const struct fixture_options *options) {
    static const struct fixture_options usual;
    if (!options) options = &usual;
    struct scene_fixture *f = calloc(1, sizeof *f);
    allocator_counting_init(&f->counting,
                            options->allocator ? options->allocator : allocator_default());
    f->allocator = &f->counting.allocator;
    diag_list_init(&f->diags, f->allocator);
    open_registry(f, options->linked_only);
    struct script *script = NULL;
    if (!f->status && options->threads)
        f->status = jobs_create(f->allocator, options->threads, &f->jobs);
    if (!f->status) script = fixture_script(f, text);
    const struct scene_config config = {.allocator = f->allocator,
                                        .registry = f->registry,
                                        .gfx = options->gfx,
                                        .jobs = f->jobs,
                                        .seek_interval = options->seek_interval,
                                        .limits = options->limits,
                                        .width = 320,
                                        .height = 180};
    if (script) {
        f->status = scene_create(&config, script, &f->scene, &f->diags);
        if (f->status) script_destroy(script);
    }
    if (!options->may_fail) {
        char *diags = fixture_diags(f);
        ck_assert_msg(f->scene != NULL, "status %d:\n%s", (int)f->status, diags);
        free(diags);
    }
    return f;
}

void fixture_close(struct scene_fixture *f) {
    scene_destroy(f->scene);
    registry_destroy(f->registry);
    jobs_destroy(f->jobs);
    diag_list_free(&f->diags);
    ck_assert_uint_eq(f->counting.live_bytes, 0);
    ck_assert_uint_eq(f->counting.live_blocks, 0);
    free(f);
}

wisp_status fixture_apply(struct scene_fixture *f, const char *text, char *report) {
    struct script *script = fixture_script(f, text);
    if (!script) return f->status;
    struct strbuf line;
    strbuf_init(&line, f->allocator);
    wisp_status status = scene_apply(f->scene, script, &line, &f->diags);
    if (report) str_copy(report, 1024, strbuf_text(&line));
    strbuf_free(&line);
    if (status) script_destroy(script);
    return status;
}

uint64_t fixture_hash(struct scene_fixture *f) { return scene_hash(f->scene).low; }

double fixture_counter(struct scene_fixture *f, const char *id, const char *counter) {
    uint32_t node = scene_find(f->scene, id);
    ck_assert_uint_ne(node, UINT32_MAX);
    return instance_counter(scene_instance(f->scene, node), counter);
}

const wisp_value *fixture_value(struct scene_fixture *f, const char *id, uint32_t param) {
    uint32_t node = scene_find(f->scene, id);
    ck_assert_uint_ne(node, UINT32_MAX);
    const wisp_value *v = scene_get(f->scene, node, param);
    ck_assert_ptr_nonnull(v);
    return v;
}
