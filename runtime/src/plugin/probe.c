/* SPDX-License-Identifier: MIT */
#include "plugin/probe.h"

#include "gfx/gfx.h"
#include "plugin/image.h"
#include "plugin/instance_own.h"
#include "plugin/values.h"
#include <stdio.h>
#include <string.h>

enum { PROBE_STEPS = 3 };

struct probe {
    const char *path;
    struct diag_list *diags;
    struct registry *registry;
    struct image *image;
    struct arena frame, lasting;
    struct plugin_env env;
};

static void ignore(void *user, const struct diag *diag) { (void)user, (void)diag; }

static void refuse(struct probe *p, const char *code, const char *text) {
    diag_add(p->diags, (struct diag_place){.file = p->path}, DIAG_ERROR, code, "%s", text);
}

static void draw_all(struct probe *p, struct instance *instance) {
    wisp_view view = {.struct_size = sizeof view,
                      .width = 64,
                      .height = 64,
                      .fov_y = 0.8f,
                      .near_z = 0.1f,
                      .far_z = 100.0f,
                      .forward = {0, 0, -1},
                      .up = {0, 1, 0},
                      .eye = {0, 0, 5},
                      .step_dt = 1.0f / 60.0f,
                      .pose = {.rotation = {0, 0, 0, 1}, .scale = 1}};
    for (int i = 0; i < 16; i += 5) view.view[i] = view.proj[i] = view.view_proj[i] = 1.0f;
    gfx_frame_begin(p->env.gfx, view.width, view.height);
    for (view.pass = 1; view.pass <= WISP_PASS_PREPARE; view.pass <<= 1) {
        if (!(instance_passes(instance) & view.pass)) continue;
        gfx_effect_begin(p->env.gfx, instance_owner(instance));
        instance_draw(instance, &view);
        gfx_effect_end(p->env.gfx, instance_owner(instance));
    }
    gfx_frame_end(p->env.gfx);
}

static void try_instance(struct probe *p, struct instance *instance) {
    wisp_pose pose = {.rotation = {0, 0, 0, 1}, .scale = 1};
    for (uint64_t i = 0; i < PROBE_STEPS; i++) {
        wisp_step step = {.struct_size = sizeof step,
                          .index = i,
                          .time = (double)i / 60,
                          .dt = 1.0f / 60.0f,
                          .prev_pose = pose,
                          .pose = pose};
        if (instance_update(instance, &step) < 0) return;
        draw_all(p, instance);
    }
    run_has_nan(instance->now);
}

static void run_all(struct probe *p) {
    const struct effect_type *type = image_type(p->image);
    wisp_value *values;
    struct instance *instance = NULL;
    if (values_default(&p->lasting, type->params, type->param_count, &values) < 0) {
        refuse(p, "plugin-memory", "out of memory");
        return;
    }
    struct instance_desc desc = {.env = &p->env,
                                 .registry = p->registry,
                                 .image = p->image,
                                 .id = "probe",
                                 .seed = 1,
                                 .values = values,
                                 .reason = WISP_CREATE_PROBE};
    if (instance_create(&desc, &instance) >= 0) try_instance(p, instance);
    if (!instance)
        refuse(p, "plugin-memory", "out of memory");
    else if (instance_suspended(instance))
        refuse(p, "plugin-run", instance_reason(instance));
    instance_destroy(instance);
}

static bool load(struct probe *p) {
    struct staged staged;
    if (stage_file(&p->registry->stage, p->path, "probe", 1, &staged, p->diags, NULL) < 0)
        return false;
    p->image = image_open(p->registry, NULL, p->path, 1, &staged, p->diags);
    return p->image != NULL;
}

int probe_file(const struct allocator *allocator, const char *path, struct diag_list *diags) {
    struct probe p = {.path = path, .diags = diags, .env = {.allocator = allocator}};
    struct registry_config config = {.allocator = allocator};
    struct gfx_config gfx = {.allocator = allocator, .report = ignore};
    arena_init(&p.frame, allocator, 0, 0);
    arena_init(&p.lasting, allocator, 0, 0);
    p.env.frame = &p.frame;
    size_t errors = diags->errors;
    if (registry_create(&config, &p.registry) < 0 || gfx_create(&gfx, &p.env.gfx) < 0)
        refuse(&p, "plugin-memory", "out of memory");
    else if (load(&p))
        run_all(&p);
    image_release(p.image);
    registry_destroy(p.registry);
    gfx_destroy(p.env.gfx);
    arena_drop(&p.frame);
    arena_drop(&p.lasting);
    return diags->errors == errors ? PROBE_OK : PROBE_REFUSED;
}

int probe_main(int argc, char **argv) {
    struct diag_list diags;
    struct strbuf text;
    if (argc != 2) {
        fputs("usage: probe PLUGIN.so\n", stderr);
        return PROBE_USAGE;
    }
    diag_list_init(&diags, allocator_default());
    strbuf_init(&text, allocator_default());
    int code = probe_file(allocator_default(), argv[1], &diags);
    diag_list_write(&diags, &text);
    fputs(strbuf_text(&text), stdout);
    if (code == PROBE_OK) fputs(PROBE_PASSED, stdout);
    strbuf_free(&text);
    diag_list_free(&diags);
    return code;
}
