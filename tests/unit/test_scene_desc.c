/* SPDX-License-Identifier: MIT
 *
 * What the sample scenes become, and that nothing of a load remains after it.
 */
#include "fixtures/scenes/schemas.h"

#include "os/file.h"

#include <check.h>
#include <math.h>
#include <stdio.h>

static const char samples[] = WISP_SOURCE_ROOT "/tests/fixtures/scenes/samples/";

/* Load a sample; fails the test with all diagnostics when there are any. */
static struct script *load(const char *name) {
    char path[512];
    struct script *script;
    struct diag_list diags;
    struct strbuf text;
    struct script_config config = test_config(allocator_default());
    snprintf(path, sizeof path, "%s%s", samples, name);
    diag_list_init(&diags, config.allocator);
    strbuf_init(&text, config.allocator);
    wisp_status status = script_load(&config, path, &script, &diags, NULL);
    diag_list_write(&diags, &text);
    ck_assert_msg(status == WISP_OK && diags.count == 0, "%s: %d\n%s", name, status,
                  strbuf_text(&text));
    diag_list_free(&diags);
    strbuf_free(&text);
    return script;
}

static const struct desc_node *node(const struct scene_desc *desc, const char *id) {
    for (uint32_t i = 0; i < desc->node_count; i++)
        if (!strcmp(desc->nodes[i].id, id)) return &desc->nodes[i];
    ck_abort_msg("no node %s", id);
}

static const struct desc_value *value(const struct scene_desc *desc, const char *id,
                                      const char *key) {
    const struct desc_node *n = node(desc, id);
    uint32_t common;
    const wisp_param *table = schema_table(n->kind, &common);
    for (uint32_t i = n->value_count; i-- > 0;) {
        const wisp_param *p = i < common ? &table[i] : &n->schema->params[i - common];
        if (!strcmp(p->key, key)) return &n->values[i];
    }
    ck_abort_msg("%s has no %s", id, key);
}

START_TEST(brazier_is_described) {
    struct script *script = load("brazier.lua");
    const struct scene_desc *d = script_desc(script);
    ck_assert_uint_eq(d->seed, 5);
    ck_assert_uint_eq(d->node_count, 6 + 3);
    ck_assert_str_eq(d->nodes[6].id, "bowl");
    ck_assert_str_eq(value(d, "scene", "title")->value.text, "Brazier");
    const struct desc_value *speed = value(d, "bowl", "speed");
    ck_assert_uint_eq(speed->value.kind, WISP_VALUE_RANGE);
    ck_assert_float_eq(speed->value.v[0], 1.5f);
    ck_assert_float_eq(speed->value.v[1], 2.5f);
    ck_assert_float_eq_tol(value(d, "bowl", "spread")->value.v[0], 30 * 3.14159265f / 180,
                           1e-6f);
    ck_assert_int_eq(value(d, "bowl", "max")->value.i, 3000);
    const struct desc_value *height = value(d, "bowl", "height");
    ck_assert_int_eq(height->source, SOURCE_KNOB);
    ck_assert_str_eq(d->knobs[height->ref].name, "fire");
    ck_assert_float_eq(height->value.v[0], 0.8f);
    const struct desc_value *rate = value(d, "flakes", "rate");
    ck_assert_int_eq(rate->source, SOURCE_FUNCTION);
    ck_assert_float_eq(rate->value.v[0], 300);
    ck_assert_str_eq(value(d, "flakes", "melt_near")->value.text, "bowl");
    ck_assert_float_eq(value(d, "flakes", "melt_rate")->value.v[0], 3.5f);
    const struct desc_value *box = value(d, "flakes", "box");
    ck_assert_uint_eq(box->value.kind, WISP_VALUE_POINTS);
    ck_assert_float_eq(box->value.v[1], 0);
    ck_assert_float_eq(box->value.table[1], 6);
    const wisp_value *heat = &value(d, "bowl", "temperature")->value;
    ck_assert_uint_eq(heat->kind, WISP_VALUE_CURVE);
    ck_assert_float_eq_tol(wisp_value_at(heat, 0, 0), 2000, 0.01f);
    ck_assert_float_eq_tol(wisp_value_at(heat, 0.25f, 0), 1600, 1.0f); /* smooth: half way */
    ck_assert_float_eq_tol(wisp_value_at(heat, 1, 0), 600, 0.01f);
    float rgba[4];
    wisp_color_at(&value(d, "bowl", "color")->value, 1, rgba);
    ck_assert_float_eq(rgba[3], 0);
    ck_assert_uint_eq(value(d, "sky", "color")->value.kind, WISP_VALUE_GRADIENT);
    ck_assert_float_eq(value(d, "wind", "velocity")->value.v[2], 0.5f);
    ck_assert_uint_eq(d->handler_count, 2);
    script_destroy(script);
}
END_TEST

START_TEST(rockets_is_described) {
    struct script *script = load("rockets.lua");
    const struct scene_desc *d = script_desc(script);
    ck_assert_uint_eq(d->cue_count, 4);
    ck_assert_double_eq(d->cues[1].every, 1.1);
    ck_assert_int_ge(d->cues[1].run, 0);
    ck_assert_double_eq(d->cues[2].over, 4);
    ck_assert_uint_eq(d->cues[2].ease, EASE_IN_OUT);
    ck_assert_uint_eq(d->cues[2].assign_count, 1);
    ck_assert_float_eq(d->cues[2].assigns[0].value.value.v[0], 9);
    ck_assert_str_eq(d->nodes[d->cues[2].assigns[0].node].id, "tails");
    ck_assert_str_eq(d->cues[3].label, "end");
    ck_assert_int_eq(value(d, "camera", "kind")->value.i, CAMERA_FIXED);
    ck_assert_float_eq(value(d, "post", "bloom_strength")->value.v[0], 0.5f);
    ck_assert_str_eq(value(d, "tails", "shape")->value.text, "line");
    ck_assert_float_eq(value(d, "tails", "shape_points")->value.v[0], -4);
    ck_assert_float_eq(value(d, "tails", "shape_points")->value.table[0], 4);
    ck_assert_str_eq(value(d, "sparks", "direction")->value.text, "sphere");
    ck_assert_str_eq(value(d, "tails", "direction")->value.text, "");
    ck_assert_msg(strstr(value(d, "sparks", "texture")->value.text, "samples/img/spark.png"),
                  "%s", value(d, "sparks", "texture")->value.text);
    script_destroy(script);
}
END_TEST

START_TEST(swarm_is_described) {
    struct script *script = load("swarm.lua");
    const struct scene_desc *d = script_desc(script);
    ck_assert_uint_eq(d->knob_count, 3);
    ck_assert_int_eq(d->knobs[1].type, KNOB_BOOL);
    ck_assert_int_eq(d->knobs[2].type, KNOB_CHOICE);
    ck_assert_uint_eq(value(d, "cloud", "speed")->value.kind, WISP_VALUE_RANGE);
    ck_assert_float_eq(value(d, "cloud", "speed")->value.v[1], 2);
    ck_assert_float_eq_tol(value(d, "cloud", "turn")->value.v[0], 6.2831853f, 1e-5f);
    ck_assert_str_eq(value(d, "cloud", "avoid_target")->value.text, "hunter");
    ck_assert_int_eq(value(d, "hunter", "enabled")->value.i, 1);
    ck_assert_int_ge(d->tick, 0);
    script_destroy(script);
}
END_TEST

START_TEST(all_memory_comes_back) {
    struct allocator_counting counting;
    struct diag_list diags;
    struct script *script;
    char path[512];
    allocator_counting_init(&counting, allocator_default());
    struct script_config config = test_config(&counting.allocator);
    diag_list_init(&diags, allocator_default());
    snprintf(path, sizeof path, "%srockets.lua", samples);
    ck_assert_int_eq(script_load(&config, path, &script, &diags, NULL), WISP_OK);
    ck_assert_uint_gt(atomic_load(&counting.live_bytes), 0);
    script_destroy(script);
    ck_assert_uint_eq(atomic_load(&counting.live_bytes), 0);
    diag_list_free(&diags);
}
END_TEST

START_TEST(the_library_is_required_by_name) {
    char folder[256], path[300];
    struct script *script;
    struct diag_list diags;
    struct script_config config = test_config(allocator_default());
    static const char text[] =
        "local palette = require 'wisp.palette'\n"
        "return wisp.scene { background = palette.skies.dusk, effects = { wisp.fluid { id = "
        "'w',\n"
        "  color = palette.with_alpha(palette.colors.water, 0.5) } } }\n";
    config.library_root = WISP_SOURCE_ROOT "/scripts/wisp";
    ck_assert_int_eq(file_temp_dir("wisp-scene", folder, sizeof folder), WISP_OK);
    snprintf(path, sizeof path, "%s/scene.lua", folder);
    ck_assert_int_eq(file_write(path, text, sizeof text - 1, 0), WISP_OK);
    diag_list_init(&diags, config.allocator);
    wisp_status status = script_load(&config, path, &script, &diags, NULL);
    ck_assert_msg(status == WISP_OK, "%s", diags.count ? diags.items[0].text : "");
    ck_assert_float_eq_tol(value(script_desc(script), "w", "color")->value.v[3], 128 / 255.0f,
                           1e-6f);
    script_destroy(script);
    diag_list_free(&diags);
    file_remove_tree(folder);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("scene_desc");
    TCase *t = tcase_create("all");
    tcase_add_test(t, brazier_is_described);
    tcase_add_test(t, rockets_is_described);
    tcase_add_test(t, swarm_is_described);
    tcase_add_test(t, all_memory_comes_back);
    tcase_add_test(t, the_library_is_required_by_name);
    suite_add_tcase(suite, t);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
