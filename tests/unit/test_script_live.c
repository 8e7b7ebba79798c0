/* SPDX-License-Identifier: MIT
 *
 * A running script against a recorded host: frames, events, handles, timers, knobs, kept state,
 * errors in callbacks, failing memory.
 */
#include "fixtures/scenes/load.h"

#include <math.h>

struct record {
    struct script *script;
    wisp_value last[16]; /* of the last sets */
    uint32_t node[16], param[16];
    size_t sets, commands, shakes, seeks, emits;
    wisp_event event;
    wisp_value args[8];
    double seek;
};

static wisp_status on_set(void *user, uint32_t node, uint32_t param, const wisp_value *value) {
    struct record *r = user;
    size_t i = r->sets++ % 16;
    r->last[i] = *value;
    r->node[i] = node;
    r->param[i] = param;
    return WISP_OK;
}

static wisp_status on_command(void *user, uint32_t node, const wisp_event *event) {
    struct record *r = user;
    (void)node;
    r->commands++;
    r->event = *event;
    for (uint32_t i = 0; i < event->arg_count && i < 8; i++) r->args[i] = event->args[i];
    return WISP_OK;
}

static double on_counter(void *user, uint32_t node, const char *name) {
    (void)user, (void)node;
    return !strcmp(name, "alive") ? 42 : (double)NAN;
}

static wisp_status on_seek(void *user, double time) {
    struct record *r = user;
    r->seeks++;
    r->seek = time;
    return WISP_OK;
}

static void on_shake(void *user, double amount, double time) {
    (void)amount, (void)time;
    ((struct record *)user)->shakes++;
}

static void on_emit(void *user, const char *name, const wisp_signal *signal) {
    (void)name, (void)signal;
    ((struct record *)user)->emits++;
}

static struct script_host host_of(struct record *r) {
    return (struct script_host){.user = r,
                                .set = on_set,
                                .command = on_command,
                                .counter = on_counter,
                                .seek = on_seek,
                                .shake = on_shake,
                                .emit = on_emit};
}

/* Load a text that must be fine, and bind it. */
static void begin(const char *text, struct loaded *loaded, struct record *r,
                  struct script_host *host) {
    *r = (struct record){.sets = 0};
    load_text(text, loaded);
    ck_assert_str_eq(strbuf_text(&loaded->text), "");
    *host = host_of(r);
    script_bind(loaded->script, host);
    r->script = loaded->script;
}

static void frame(struct loaded *loaded, double time, uint64_t number) {
    struct script_time now = {.time = time, .dt = 1.0 / 60, .frame = number};
    script_frame(loaded->script, &now, &loaded->diags);
    strbuf_clear(&loaded->text);
    diag_list_write(&loaded->diags, &loaded->text);
}

START_TEST(functions_reach_the_host_each_frame) {
    struct loaded l;
    struct record r;
    struct script_host host;
    begin("return wisp.scene { effects = { wisp.snow { id = 'snow',\n"
          " rate = function(s) return 100 + s.time end, size = function(s) return { 0.1, 0.2 } "
          "end "
          "} } }",
          &l, &r, &host);
    frame(&l, 2, 1);
    ck_assert_uint_eq(r.sets, 2);
    ck_assert_uint_eq(r.node[0], 6);
    ck_assert_uint_eq(r.last[0].kind, WISP_VALUE_RANGE); /* size stands before rate */
    ck_assert_float_eq(r.last[1].v[0], 102);
    ck_assert_str_eq(strbuf_text(&l.text), "");
    unload(&l);
}
END_TEST

START_TEST(nan_is_said_once_and_the_last_value_stays) {
    struct loaded l;
    struct record r;
    struct script_host host;
    begin("return wisp.scene { effects = { wisp.snow { id = 'snow',\n"
          "  rate = function(s) return s.frame == 192 and 0 / 0 or 5 end } } }",
          &l, &r, &host);
    frame(&l, 3.2, 192);
    ck_assert_uint_eq(r.sets, 0);
    ck_assert_str_eq(
        strbuf_text(&l.text),
        "scene.lua:2:3: error[bad-value]: effects.snow.rate at t=3.20 (frame 192): "
        "'rate' is nan; numbers must be finite; the last good value stays\n");
    frame(&l, 3.3, 192);
    ck_assert_uint_eq(l.diags.count, 1);
    frame(&l, 3.4, 193);
    ck_assert_uint_eq(r.sets, 1);
    unload(&l);
}
END_TEST

START_TEST(a_callback_that_raises_is_off) {
    struct loaded l;
    struct record r;
    struct script_host host;
    begin("local function deep(t)\n"
          "  return t.missing.field\n"
          "end\n"
          "return wisp.scene {\n"
          "  effects = { wisp.snow { id = 'snow' } },\n"
          "  tick = function(s)\n"
          "    s:get('snow'):set { rate = 1 }\n"
          "    if s.frame > 5 then deep {} end\n"
          "  end }",
          &l, &r, &host);
    frame(&l, 0.1, 5);
    ck_assert_uint_eq(l.diags.count, 0);
    frame(&l, 3.2, 6);
    ck_assert_str_eq(
        strbuf_text(&l.text),
        "scene.lua:2:12: error[script-error]: tick at t=3.20 (frame 6): attempt to index a nil "
        "value (field 'missing'); it is off until the next load\n"
        "scene.lua:2:12: note: traceback: deep (scene.lua:2) < function (scene.lua:8)\n");
    ck_assert_uint_eq(r.sets, 2);
    frame(&l, 3.3, 7);
    ck_assert_uint_eq(l.diags.count, 1);
    ck_assert_uint_eq(r.sets, 2);
    ck_assert_uint_eq(script_usage(l.script).suspended, 1);
    unload(&l);
}
END_TEST

START_TEST(events_and_commands) {
    struct loaded l;
    struct record r;
    struct script_host host;
    begin(
        "return wisp.scene {\n"
        "  effects = { wisp.jet_flame { id = 'f' }, wisp.fluid { id = 'pool' },\n"
        "    wisp.snow { id = 'snow' } },\n"
        "  on = { key_a = function(s) s:get('f'):burst(150) end,\n"
        "    key_b = function(s) s:get('f'):burst { speed = { 1, 2 }, position = { 1, 2, 3 } } "
        "end,\n"
        "    key_c = function(s) s.camera:shake { amount = 0.1 } s:seek(4) s:emit('x', 2) "
        "end,\n"
        "    check = function(s) assert(s:get('f').alive == 42) assert(s:get('f').id == 'f')\n"
        "      assert(s:get('f').max == 4000) end,\n"
        "    hit = function(s, e) if e.target == 'pool' and e.effect == 'snow' then\n"
        "      s:get('pool'):splash(e.position, 0.5) end end } }",
        &l, &r, &host);
    ck_assert_uint_eq(script_event(l.script, "key_a", NULL, NULL, &l.diags), 1);
    ck_assert_uint_eq(r.commands, 1);
    ck_assert_uint_eq(r.event.given, 1);
    ck_assert_int_eq(r.args[0].i, 150);
    ck_assert_uint_eq(script_event(l.script, "key_b", NULL, NULL, &l.diags), 1);
    ck_assert_uint_eq(r.event.given, 6);
    ck_assert_int_eq(r.args[0].i, 100);
    ck_assert_float_eq(r.args[1].v[2], 3);
    ck_assert_uint_eq(r.args[2].kind, WISP_VALUE_RANGE);
    script_event(l.script, "key_c", NULL, NULL, &l.diags);
    ck_assert_uint_eq(r.shakes + r.seeks + r.emits, 3);
    ck_assert_double_eq(r.seek, 4);
    script_event(l.script, "check", NULL, NULL, &l.diags);
    wisp_signal hit = {.struct_size = sizeof hit, .target = "pool", .position = {7, 8, 9}};
    script_event(l.script, "hit", &hit, "snow", &l.diags);
    ck_assert_float_eq(r.args[0].v[1], 8);
    ck_assert_float_eq(r.args[1].v[0], 0.5f);
    ck_assert_uint_eq(script_event(l.script, "nobody", NULL, NULL, &l.diags), 0);
    ck_assert_uint_eq(l.diags.count, 0);
    unload(&l);
}
END_TEST

START_TEST(a_handle_outlives_its_effect) {
    struct loaded l;
    struct record r;
    struct script_host host;
    begin("local kept\n"
          "return wisp.scene { effects = { wisp.snow { id = 'snow' } },\n"
          "  tick = function(s) kept = kept or s:get('snow') kept:set { rate = 1 } end }",
          &l, &r, &host);
    frame(&l, 0, 0);
    script_forget(l.script, 6);
    frame(&l, 1, 1);
    ck_assert_ptr_nonnull(strstr(strbuf_text(&l.text), "effect 'snow' no longer exists"));
    unload(&l);
}
END_TEST

START_TEST(timers_follow_scene_time) {
    struct loaded l;
    struct record r;
    struct script_host host;
    begin("local started = false\n"
          "return wisp.scene { effects = { wisp.jet_flame { id = 'f' } },\n"
          "  tick = function(s) if started or s.frame == 0 then return end started = true\n"
          "    s:every(1, function(s) s:get('f'):burst(1) end)\n"
          "    s:after(2.5, function(s) s:get('f'):burst(2) end) end }",
          &l, &r, &host);
    frame(&l, 0, 1);
    frame(&l, 0.9, 2);
    ck_assert_uint_eq(r.commands, 0);
    frame(&l, 1, 3);
    ck_assert_uint_eq(r.commands, 1);
    frame(&l, 3, 4); /* 2, 3, and the one at 2.5 */
    ck_assert_uint_eq(r.commands, 4);
    frame(&l, 0.5, 5); /* back in time: the next is still 1 s away */
    ck_assert_uint_eq(r.commands, 4);
    frame(&l, 1.5, 6);
    ck_assert_uint_eq(r.commands, 5);
    unload(&l);
}
END_TEST

START_TEST(knobs_move_what_follows_them) {
    struct loaded l;
    struct record r;
    struct script_host host;
    begin("local P = wisp.params { { 'n', 5, min = 0, max = 9 }, { 'c', wisp.color '#fff' } }\n"
          "return wisp.scene { background = P.c, effects = { wisp.snow { id = 'snow',\n"
          "  rate = P.n, melt = { rate = function(s) return s.p.n end } } } }",
          &l, &r, &host);
    frame(&l, 0, 0);
    ck_assert_uint_eq(r.sets, 1);
    uint32_t n = script_knob_find(l.script, "n");
    ck_assert_int_eq(script_knob_set(l.script, n, (double[4]){70}), WISP_OK);
    ck_assert_double_eq(script_desc(l.script)->knobs[n].value[0], 9);
    frame(&l, 0.1, 1);
    ck_assert_uint_eq(r.sets, 3);
    ck_assert_float_eq(r.last[1].v[0], 9);
    ck_assert_float_eq(r.last[2].v[0], 9);
    ck_assert_int_eq(script_knob_set(l.script, n, (double[4]){(double)NAN}), WISP_E_BAD_PARAM);
    ck_assert_int_eq(script_knob_set(l.script, 99, (double[4]){1}), WISP_E_NOT_FOUND);
    unload(&l);
}
END_TEST

static const char state_scene[] =
    "return wisp.scene { on = {\n"
    "  key_a = function(s) s.state.n = (s.state.n or 0) + 1\n"
    "    s.state.list = { 1, 2.5, 'x\\n\"', { deep = true } } end,\n"
    "  fill = function(s) s.state.big = ('x'):rep(70000) end,\n"
    "  code = function(s) s.state.f = print end,\n"
    "  loop = function(s) s.state.s = s.state end } }";

START_TEST(state_is_carried_over) {
    struct loaded a, b;
    struct record r, r2;
    struct script_host host, host2;
    const char *text;
    size_t size;
    begin(state_scene, &a, &r, &host);
    begin(state_scene, &b, &r2, &host2);
    ck_assert_int_eq(script_state_save(a.script, &text, &size), WISP_OK);
    ck_assert_str_eq(text, "{}"); /* the trial of key_a left nothing */
    script_event(a.script, "key_a", NULL, NULL, &a.diags);
    ck_assert_int_eq(script_state_save(a.script, &text, &size), WISP_OK);
    ck_assert_str_eq(text, "{\"list\":[1,2.5,\"x\\u000a\\\"\",{\"deep\":true}],\"n\":1}");
    ck_assert_int_eq(script_state_load(b.script, text, size), WISP_OK);
    script_event(b.script, "key_a", NULL, NULL, &b.diags);
    ck_assert_int_eq(script_state_save(b.script, &text, &size), WISP_OK);
    ck_assert_ptr_nonnull(strstr(text, "\"n\":2}"));
    static const char *const bad[] = {"", "{", "[1", "{\"a\":}", "5", "{} x", "{\"\\u12\":1}"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ck_assert_int_eq(script_state_load(b.script, bad[i], strlen(bad[i])), WISP_E_BAD_DATA);
    static const char *const events[] = {"fill", "code", "loop"};
    for (size_t i = 0; i < 3; i++) {
        ck_assert_int_eq(script_state_load(b.script, "{}", 2), WISP_OK);
        script_event(b.script, events[i], NULL, NULL, &b.diags);
        ck_assert_int_ne(script_state_save(b.script, &text, &size), WISP_OK);
    }
    unload(&a);
    unload(&b);
}
END_TEST

START_TEST(random_numbers_repeat) {
    struct loaded a, b;
    struct record r;
    struct script_host host;
    const char *text = "return wisp.scene { seed = 9, effects = { wisp.snow { id = 's',\n"
                       "  rate = function(s) return s.random(1, 100) + math.random() end } } }";
    begin(text, &a, &r, &host);
    frame(&a, 0, 0);
    uint64_t position = script_random_position(a.script);
    frame(&a, 0, 1);
    float first = r.last[0].v[0], second = r.last[1].v[0];
    ck_assert_float_ne(first, second);
    script_random_seek(a.script, position);
    frame(&a, 0, 2);
    ck_assert_float_eq(r.last[2].v[0], second);
    begin(text, &b, &r, &host);
    frame(&b, 0, 0);
    ck_assert_float_eq(r.last[0].v[0], first);
    unload(&a);
    unload(&b);
}
END_TEST

START_TEST(an_endless_callback_is_stopped) {
    struct loaded l;
    struct record r;
    struct script_host host;
    begin(
        "return wisp.scene { effects = { wisp.snow { id = 'snow',\n"
        "    rate = function(s) return 5 end } },\n"
        "  tick = function(s) while s.frame > 0 do pcall(function() while true do end end) end "
        "end }",
        &l, &r, &host);
    frame(&l, 1, 1);
    ck_assert_msg(strstr(strbuf_text(&l.text),
                         "error[out-of-time]: tick at t=1.00 (frame "
                         "1): took more than 250"), /* ten times that under a sanitizer */
                  "%s", strbuf_text(&l.text));
    frame(&l, 1.1, 2);
    ck_assert_uint_eq(r.sets, 1); /* the rest of the scene goes on */
    unload(&l);
}
END_TEST

START_TEST(a_slow_frame_is_said_once) {
    struct loaded l;
    struct script_config config = test_config(allocator_default());
    static const char text[] =
        "return wisp.scene { tick = function() for _ = 1, 5000 do end end }";
    config.limits.frame_warn_ns = 1000;
    load_bytes(&config, text, sizeof text - 1, &l);
    ck_assert_int_eq(l.status, WISP_OK);
    frame(&l, 0, 0);
    frame(&l, 0.1, 1);
    ck_assert_uint_eq(l.diags.count, 1);
    ck_assert_str_eq(l.diags.items[0].code, "slow-frame");
    unload(&l);
}
END_TEST

START_TEST(ids_in_callbacks_must_exist) {
    struct loaded l;
    struct record r;
    struct script_host host;
    begin("return wisp.scene { effects = { wisp.snow { id = 'snow' } }, on = {\n"
          "  good = function(s) s:get('snow'):set { attach = 'snow' } end,\n"
          "  bad = function(s) s:get('snow'):set { attach = 'snwo' } end } }",
          &l, &r, &host);
    script_event(l.script, "good", NULL, NULL, &l.diags);
    ck_assert_uint_eq(r.sets, 1);
    script_event(l.script, "bad", NULL, NULL, &l.diags);
    ck_assert_uint_eq(r.sets, 1);
    ck_assert_ptr_nonnull(
        strstr(l.diags.items[0].text, "'attach' names 'snwo', which is not in the scene"));
    unload(&l);
}
END_TEST

/* Twenty effects with functions: what a frame needs is not to grow. */
START_TEST(frames_take_no_more_memory) {
    char text[8192];
    struct loaded l;
    struct record r;
    struct script_host host;
    size_t n = (size_t)snprintf(text, sizeof text, "return wisp.scene { effects = {\n");
    for (int i = 0; i < 20; i++)
        n += (size_t)snprintf(
            text + n, sizeof text - n,
            "wisp.snow { id = 's%d', rate = function(s) return 100 + 50 * "
            "math.sin(s.time) end, size = function() return { 0.1, 0.2 } end },\n",
            i);
    snprintf(text + n, sizeof text - n, "} }\n");
    begin(text, &l, &r, &host);
    size_t most = 0, early = 0;
    for (uint64_t i = 0; i < 6000; i++) {
        frame(&l, (double)i / 60, i);
        size_t used = script_usage(l.script).memory_bytes;
        if (used > most) most = used;
        if (i == 3000) early = most;
    }
    ck_assert_uint_eq(r.sets, 6000 * 40);
    ck_assert_uint_le(most, early + early / 10);
    unload(&l);
}
END_TEST

/* Loads and runs with the n-th request for memory failing; false once none fails. */
static bool fails_cleanly(const char *path, size_t n) {
    struct allocator_counting counting;
    struct allocator_failing failing;
    struct diag_list diags;
    struct script *script;
    allocator_counting_init(&counting, allocator_default());
    allocator_failing_init(&failing, &counting.allocator, n, 0);
    struct script_config config = test_config(&failing.allocator);
    diag_list_init(&diags, &failing.allocator);
    wisp_status status = script_load(&config, path, &script, &diags, NULL);
    ck_assert_msg((status == WISP_OK) == (script != NULL), "n = %zu", n);
    ck_assert_msg(status == WISP_OK || status == WISP_E_NOMEM, "n = %zu: %d", n, status);
    struct record r = {.sets = 0};
    struct script_host host = host_of(&r);
    if (script) {
        script_bind(script, &host);
        script_frame(script, &(struct script_time){.time = 1, .dt = 1.0 / 60}, &diags);
        script_event(script, "key_space", NULL, NULL, &diags);
        script_event(script, "key_b", NULL, NULL, &diags);
    }
    bool failed = atomic_load(&failing.requests) >= n;
    script_destroy(script);
    diag_list_free(&diags);
    ck_assert_msg(atomic_load(&counting.live_bytes) == 0, "n = %zu leaks", n);
    return failed;
}

START_TEST(the_nth_allocation_fails) {
    static const char *const names[] = {"brazier", "rockets", "swarm"};
    char path[512];
    snprintf(path, sizeof path, "%ssamples/%s.lua", SCENES, names[_i]);
    size_t n = 1;
    while (fails_cleanly(path, n)) n += n < 200 ? 1 : 7;
    ck_assert_uint_gt(n, 500);
}
END_TEST

START_TEST(dependencies_are_listed) {
    struct script_config config = test_config(allocator_default());
    struct diag_list diags;
    struct script_deps deps;
    struct script *script;
    diag_list_init(&diags, config.allocator);
    script_deps_init(&deps, config.allocator);
    ck_assert_int_eq(script_load(&config, SCENES "samples/brazier.lua", &script, &diags, &deps),
                     WISP_OK);
    script_destroy(script);
    ck_assert_uint_eq(deps.count, 2);
    ck_assert(script_deps_find(&deps, SCENES "samples/lib/palette.lua")->found);
    script_deps_clear(&deps);
    script_load(&config, SCENES "bad/requires.lua", &script, &diags, &deps);
    const struct script_dep *missing = script_deps_find(&deps, SCENES "bad/no/such.lua");
    ck_assert_ptr_nonnull(missing); /* R3: making it must be noticed */
    ck_assert(!missing->found);
    script_deps_free(&deps);
    diag_list_free(&diags);
}
END_TEST

static void fill(TCase *t) {
    tcase_add_test(t, functions_reach_the_host_each_frame);
    tcase_add_test(t, nan_is_said_once_and_the_last_value_stays);
    tcase_add_test(t, a_callback_that_raises_is_off);
    tcase_add_test(t, events_and_commands);
    tcase_add_test(t, a_handle_outlives_its_effect);
    tcase_add_test(t, timers_follow_scene_time);
    tcase_add_test(t, knobs_move_what_follows_them);
    tcase_add_test(t, state_is_carried_over);
    tcase_add_test(t, random_numbers_repeat);
    tcase_add_test(t, an_endless_callback_is_stopped);
    tcase_add_test(t, a_slow_frame_is_said_once);
    tcase_add_test(t, ids_in_callbacks_must_exist);
    tcase_add_test(t, frames_take_no_more_memory);
    tcase_add_loop_test(t, the_nth_allocation_fails, 0, 3);
    tcase_add_test(t, dependencies_are_listed);
}

int main(void) { return run_suite("script_live", fill); }
