/* SPDX-License-Identifier: MIT
 *
 * A thousand random versions of a scene, one over the other, with steps, events and knobs
 * between: whatever changes, the scene goes on, and in the end no memory is left.
 */
#include "support/scene_fixture.h"
#include "support/suite.h"

#include <stdio.h>
#include <wisp/rng.h>

enum { ROUNDS = 250, PARTS = 4 };

static uint32_t pick(uint64_t key, uint64_t *at, uint32_t n) {
    return wisp_rng_u32(key, (*at)++) % n;
}

static void bodies(struct strbuf *b, uint64_t key, uint64_t *at) {
    static const char *const kinds[] = {"ground", "box", "sphere", "capsule", "cylinder"};
    strbuf_add(b, "bodies = {");
    uint32_t n = pick(key, at, 4);
    for (uint32_t i = 0; i < n; i++)
        strbuf_addf(b, " wisp.%s{ id = 'body%u', position = { %u, %u, 0 }%s },",
                    kinds[pick(key, at, 5)], i, pick(key, at, 5), pick(key, at, 5),
                    pick(key, at, 2) ? ", friction = 0.9" : "");
    strbuf_add(b, "},\n");
}

static void effects(struct strbuf *b, uint64_t key, uint64_t *at, uint32_t *alive) {
    strbuf_add(b, "effects = {\n");
    *alive = 0;
    for (uint32_t i = 0; i < 5; i++) {
        if (pick(key, at, 3) == 0) continue;
        *alive |= 1u << i;
        static const char *const kinds[] = {"probe", "probe", "dust", "snow"};
        const char *kind = kinds[pick(key, at, 4)];
        strbuf_addf(b, "  wisp.%s{ id = 'fx%u', position = { %u, 0, 0 }", kind, i,
                    pick(key, at, 9));
        if (kind[0] == 'p') {
            static const char *const extra[] = {
                ", rate = P.k",  ", rate = function(s) return s.time end",    ", max = 20",
                ", spacing = 2", ", fade = wisp.curve{ { 0, 1 }, { 1, 0 } }", ""};
            strbuf_add(b, extra[pick(key, at, 6)]);
        }
        if (kind[0] == 's') strbuf_addf(b, ", max = %u", 1 + pick(key, at, 300));
        if (kind[0] == 'd') strbuf_addf(b, ", count = %u", pick(key, at, 100));
        if (pick(key, at, 3) == 0 && i > 0 && (*alive & 1)) strbuf_add(b, ", attach = 'fx0'");
        strbuf_add(b, " },\n");
    }
    strbuf_add(b, "},\n");
}

static void timeline(struct strbuf *b, uint64_t key, uint64_t *at, uint32_t alive) {
    strbuf_add(b, "timeline = {\n");
    for (uint32_t i = 0; i < 5; i++) {
        if (!(alive >> i & 1) || pick(key, at, 2)) continue;
        strbuf_addf(b,
                    "  { at = %u, set = { fx%u = { position = { 0, %u, 0 } } }, over = %u },\n",
                    i, i, pick(key, at, 5), pick(key, at, 3));
    }
    strbuf_add(b, "},\n");
}

static const char *version(struct strbuf *b, uint64_t key, uint64_t *at) {
    uint32_t alive;
    strbuf_clear(b);
    strbuf_addf(b,
                "local P = wisp.params{ { 'k', %u, min = 0, max = 100 } }\n"
                "return wisp.scene{ seed = %u,\n",
                pick(key, at, 100), pick(key, at, 8) == 0 ? 2u : 1u);
    bodies(b, key, at);
    effects(b, key, at, &alive);
    timeline(b, key, at, alive);
    if (pick(key, at, 2)) strbuf_add(b, "lights = { wisp.lamp{ id = 'lamp' } },\n");
    strbuf_add(b, "tick = function(s) s.state.n = (s.state.n or 0) + 1 end }");
    return strbuf_text(b);
}

START_TEST(any_version_goes_over_into_any_other) {
    uint64_t key = wisp_rng_key(99, (uint64_t)_i), at = 0;
    struct strbuf text;
    strbuf_init(&text, allocator_default());
    const struct fixture_options options = {.seek_interval = 0.1f};
    struct scene_fixture *f = fixture_open(version(&text, key, &at), &options);
    for (int round = 0; round < ROUNDS; round++) {
        scene_advance_steps(f->scene, pick(key, &at, 4), NULL);
        if (pick(key, &at, 4) == 0) scene_event(f->scene, "key_b");
        const double knob[4] = {pick(key, &at, 100)};
        if (pick(key, &at, 4) == 0) scene_knob_set(f->scene, 0, knob);
        if (pick(key, &at, 9) == 0) scene_seek(f->scene, 0.05 * pick(key, &at, 10), NULL);
        scene_frame_begin(f->scene, 0.5f);
        diag_list_clear(&f->diags);
        wisp_status status = fixture_apply(f, version(&text, key, &at), NULL);
        char *diags = fixture_diags(f);
        ck_assert_msg(status == WISP_OK, "%s\n%s", strbuf_text(&text), diags);
        free(diags);
    }
    ck_assert_uint_eq(f->diags.errors, 0);
    fixture_close(f);
    strbuf_free(&text);
}
END_TEST

SUITE_MAIN("scene_mutations", TEST_LOOP(any_version_goes_over_into_any_other, 0, PARTS))
