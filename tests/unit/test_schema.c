/* SPDX-License-Identifier: MIT
 *
 * The scene's own parameter tables are complete and agree with their enumerations.
 */
#include "fixtures/scenes/load.h"

#include <ctype.h>

static const wisp_param *entry(enum node_kind kind, uint32_t index) {
    uint32_t count;
    const wisp_param *table = schema_table(kind, &count);
    ck_assert_uint_lt(index, count);
    return &table[index];
}

START_TEST(tables_have_the_enumerations_lengths) {
    static const uint32_t lengths[NODE_KINDS] = {
        [NODE_SCENE] = SCENE_PARAMS,  [NODE_CAMERA] = CAMERA_PARAMS,
        [NODE_SKY] = SKY_PARAMS,      [NODE_SUN] = SUN_PARAMS,
        [NODE_WIND] = WIND_PARAMS,    [NODE_POST] = POST_PARAMS,
        [NODE_BODY] = BODY_PARAMS,    [NODE_LIGHT] = LIGHT_PARAMS,
        [NODE_EFFECT] = COMMON_PARAMS};
    for (enum node_kind kind = NODE_SCENE; kind < NODE_KINDS; kind++) {
        uint32_t count;
        ck_assert_ptr_nonnull(schema_table(kind, &count));
        ck_assert_uint_eq(count, lengths[kind]);
    }
    uint32_t count = 5;
    ck_assert_ptr_null(schema_table(NODE_KINDS, &count));
    ck_assert_uint_eq(count, 0);
}
END_TEST

START_TEST(entries_stand_at_their_index) {
    ck_assert_str_eq(entry(NODE_SCENE, SCENE_GRAVITY)->key, "gravity");
    ck_assert_str_eq(entry(NODE_CAMERA, CAMERA_LOOK_AT)->key, "look_at");
    ck_assert_str_eq(entry(NODE_CAMERA, CAMERA_ROLL)->key, "roll");
    ck_assert_str_eq(entry(NODE_SKY, SKY_FOG_COLOR)->key, "fog_color");
    ck_assert_str_eq(entry(NODE_SUN, SUN_SHADOW_SOFTNESS)->key, "shadow_softness");
    ck_assert_str_eq(entry(NODE_WIND, WIND_TURBULENCE_SIZE)->key, "turbulence_size");
    ck_assert_str_eq(entry(NODE_POST, POST_SATURATION)->key, "saturation");
    ck_assert_str_eq(entry(NODE_BODY, BODY_CHECKER)->key, "checker");
    ck_assert_str_eq(entry(NODE_LIGHT, LIGHT_ATTACH)->key, "attach");
    ck_assert_str_eq(entry(NODE_EFFECT, COMMON_IMPORTANCE)->key, "importance");
}
END_TEST

static void check_entry(const wisp_param *p) {
    ck_assert_msg(p->key && islower((unsigned char)p->key[0]) && strlen(p->key) <= 31, "key");
    ck_assert_msg(p->type >= WISP_PARAM_BOOL && p->type <= WISP_PARAM_GRADIENT, "%s", p->key);
    ck_assert_msg(p->doc && p->doc[strlen(p->doc) - 1] == '.', "doc of %s", p->key);
    ck_assert_msg(p->hard_min <= p->hard_max && p->soft_min <= p->soft_max, "%s", p->key);
    int numbers = p->type == WISP_PARAM_FLOAT || p->type == WISP_PARAM_INT ? 1
                  : p->type == WISP_PARAM_VEC3                             ? 3
                                                                           : 0;
    for (int k = 0; k < numbers && (p->hard_min != 0 || p->hard_max != 0); k++)
        ck_assert_msg(p->def[k] >= p->hard_min && p->def[k] <= p->hard_max, "%s", p->key);
    if (p->soft_min != 0 || p->soft_max != 0)
        ck_assert_msg(p->soft_min >= p->hard_min && p->soft_max <= p->hard_max, "%s", p->key);
    if (p->flags & WISP_PARAM_ANGLE) ck_assert_msg(!strncmp(p->unit, "deg", 3), "%s", p->key);
    bool found = p->type != WISP_PARAM_ENUM;
    for (uint32_t k = 0; k < p->choice_count; k++)
        found = found || !strcmp(p->choices[k].key, p->def_text);
    ck_assert_msg(found, "default of %s", p->key);
}

START_TEST(entries_are_complete) {
    for (enum node_kind kind = NODE_SCENE; kind < NODE_KINDS; kind++) {
        uint32_t count;
        const wisp_param *table = schema_table(kind, &count);
        for (uint32_t i = 0; i < count; i++) {
            check_entry(&table[i]);
            for (uint32_t k = 0; k < i; k++) ck_assert_str_ne(table[i].key, table[k].key);
        }
    }
}
END_TEST

/* A scene that says nothing is every table's defaults, in the plugins' units. */
START_TEST(an_empty_scene_is_the_defaults) {
    struct loaded loaded;
    load_text("return wisp.scene { effects = { wisp.flock { id = 'f' } } }", &loaded);
    const struct scene_desc *d = script_desc(loaded.script);
    ck_assert_uint_eq(d->node_count, 7);
    ck_assert_float_eq(d->nodes[0].values[SCENE_GRAVITY].value.v[1], -9.81f);
    ck_assert_float_eq_tol(d->nodes[1].values[CAMERA_FOV].value.v[0], 0.785398f, 1e-5f);
    ck_assert_int_eq(d->nodes[1].values[CAMERA_KIND].value.i, CAMERA_ORBIT);
    const wisp_value *sky = &d->nodes[2].values[SKY_COLOR].value;
    ck_assert_uint_eq(sky->kind, WISP_VALUE_GRADIENT);
    ck_assert_uint_ge(sky->count, 2);
    const struct desc_value *own = &d->nodes[6].values[COMMON_PARAMS];
    ck_assert_int_eq(own[0].value.i, 1000);
    ck_assert_uint_eq(own[7].value.kind, WISP_VALUE_RANGE); /* speed 5 to 10 */
    ck_assert_float_eq(own[7].value.v[1], 10);
    ck_assert_float_eq_tol(own[8].value.v[0], 3.14159265f, 1e-5f); /* turn 180 deg/s */
    for (uint32_t n = 0; n < d->node_count; n++)
        for (uint32_t i = 0; i < d->nodes[n].value_count; i++) {
            ck_assert_int_eq(d->nodes[n].values[i].source, SOURCE_DEFAULT);
            ck_assert_ptr_nonnull(d->nodes[n].values[i].value.text);
        }
    unload(&loaded);
}
END_TEST

static void fill(TCase *t) {
    tcase_add_test(t, tables_have_the_enumerations_lengths);
    tcase_add_test(t, entries_stand_at_their_index);
    tcase_add_test(t, entries_are_complete);
    tcase_add_test(t, an_empty_scene_is_the_defaults);
}

int main(void) { return run_suite("schema", fill); }
