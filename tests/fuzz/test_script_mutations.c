/* SPDX-License-Identifier: MIT
 *
 * Scene texts with random damage: any text gives a script or diagnostics, never a crash, a hang
 * or a leak, and a script that loads runs a few frames.
 */
#include "fixtures/scenes/load.h"

#include <wisp/rng.h>

enum { ROUNDS = 150, TEXT_SIZE = 16384 };

/* Pieces that are more than noise to the loader. */
static const char *const pieces[] = {"0/0",
                                     "1/0",
                                     "-1",
                                     "1e308",
                                     "2^63",
                                     "'12'",
                                     "4294967297",
                                     "nil",
                                     "{}",
                                     "{{}}",
                                     "}",
                                     "{",
                                     ",",
                                     "function(s) return s.time end",
                                     "function() end",
                                     "wisp.curve{{0,1},{1,2}}",
                                     "wisp.gradient{{0,'#fff'},{1,'#000'}}",
                                     "wisp.snow{}",
                                     "wisp.params{{'x',1}}",
                                     "\"",
                                     "[[",
                                     "--",
                                     "end",
                                     "P.none",
                                     "require 'lib.palette'",
                                     "\xff",
                                     "\x1b",
                                     "\r",
                                     "wisp.line{{0,0,0},{1,1,1}}"};

struct stream {
    uint64_t key, at;
};

static uint32_t below(struct stream *s, uint32_t n) {
    return (uint32_t)(wisp_rng_u64(s->key, s->at++) % (n ? n : 1));
}

/* Replace `cut` bytes at `at` by text. */
static size_t splice(char *text, size_t size, size_t at, size_t cut, const char *put) {
    size_t n = strlen(put);
    if (cut > size - at) cut = size - at;
    if (size - cut + n >= TEXT_SIZE) return size;
    memmove(text + at + n, text + at + cut, size - at - cut);
    memcpy(text + at, put, n);
    return size - cut + n;
}

/* From a token's start, as damage between tokens gets further than damage within. */
static size_t place(struct stream *s, const char *text, size_t size) {
    size_t at = below(s, (uint32_t)size);
    while (at > 0 && text[at] != ' ' && text[at] != '{' && text[at] != ',') at--;
    return at < size ? at + (at > 0) : at;
}

static size_t damage(struct stream *s, char *text, size_t size) {
    char one[2] = {0};
    size_t at = place(s, text, size), end = at;
    switch (below(s, 5)) {
    case 0:
        one[0] = (char)(1 + (int)below(s, 255));
        return splice(text, size, at, 1, one);
    case 1:
        return splice(text, size, at, below(s, 40), "");
    case 2:
        return splice(text, size, at, 0, pieces[below(s, sizeof pieces / sizeof *pieces)]);
    default:
        while (end < size && text[end] != ' ' && text[end] != ',' && text[end] != '}') end++;
        return splice(text, size, at, end - at,
                      pieces[below(s, sizeof pieces / sizeof *pieces)]);
    }
}

static void try(const struct script_config *config, const char *path) {
    struct loaded l;
    load_with(config, path, &l);
    ck_assert((l.status == WISP_OK) == (l.script != NULL));
    if (l.status != WISP_OK) ck_assert_msg(l.diags.errors > 0, "no words");
    for (uint64_t i = 0; l.script && i < 3; i++) {
        struct script_time now = {.time = (double)i / 60, .dt = 1.0 / 60, .frame = i};
        script_frame(l.script, &now, &l.diags);
    }
    unload(&l);
}

START_TEST(damaged_scenes_are_survived) {
    static const char *const names[] = {"brazier", "rockets", "swarm"};
    struct allocator_counting counting;
    struct file_data data;
    char path[512], folder[256], text[TEXT_SIZE];
    struct stream s = {wisp_rng_key(20, (uint64_t)_i), 0};
    allocator_counting_init(&counting, allocator_default());
    struct script_config config = test_config(&counting.allocator);
    config.limits = (struct script_limits){
        .load_ns = 100000000, .frame_kill_ns = 50000000, .memory_bytes = (size_t)32 << 20};
    snprintf(path, sizeof path, SCENES "samples/%s.lua", names[_i % 3]);
    ck_assert_int_eq(file_read(allocator_default(), path, TEXT_SIZE, &data), WISP_OK);
    ck_assert_int_eq(file_temp_dir("wisp-scene", folder, sizeof folder), WISP_OK);
    snprintf(path, sizeof path, "%s/scene.lua", folder);
    for (int round = 0; round < ROUNDS; round++) {
        size_t size = data.size;
        memcpy(text, data.bytes, size);
        for (uint32_t n = 1 + below(&s, 4); n > 0; n--) size = damage(&s, text, size);
        ck_assert_int_eq(file_write(path, text, size, 0), WISP_OK);
        try(&config, path);
        ck_assert_uint_eq(atomic_load(&counting.live_bytes), 0);
    }
    file_remove_tree(folder);
    file_data_free(&data);
}
END_TEST

/* S49 and its like, in every field of every effect. */
START_TEST(every_number_field_is_guarded) {
    static const char *const values[] = {"0/0",  "1/0",  "-1/0",       "1e308", "-1",
                                         "2^63", "'12'", "4294967297", "-2^63", "1e-320"};
    const struct effect_schema *effect = &test_effects[_i];
    char text[1024];
    for (uint32_t p = 0; p < effect->param_count; p++)
        for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
            struct loaded l;
            snprintf(text, sizeof text,
                     "return wisp.scene { effects = { wisp.%s { id = 'e', %s = %s } } }",
                     effect->id, effect->params[p].key, values[v]);
            load_text(text, &l);
            ck_assert((l.status == WISP_OK) == (l.diags.errors == 0));
            const struct desc_value *d =
                l.script ? &script_desc(l.script)->nodes[6].values[COMMON_PARAMS + p] : NULL;
            if (d) ck_assert(d->value.v[0] - d->value.v[0] == 0); /* finite */
            unload(&l);
        }
}
END_TEST

static void fill(TCase *t) {
    tcase_add_loop_test(t, damaged_scenes_are_survived, 0, 6);
    tcase_add_loop_test(t, every_number_field_is_guarded, 0, TEST_EFFECTS);
}

int main(void) { return run_suite("script_mutations", fill); }
