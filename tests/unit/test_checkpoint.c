/* SPDX-License-Identifier: MIT */
#include "base/hash.h"
#include "plugin/checkpoint.h"
#include "support/suite.h"
#include <string.h>
#include <wisp/rng.h>

static void fill(struct buffer_store *store) {
    wisp_buffer_desc pos = {sizeof pos, WISP_TYPE_F32, "pos", 50, 3, WISP_BUFFER_PLANAR, NULL};
    wisp_buffer_desc ids = {sizeof ids, WISP_TYPE_U16, "ids", 7, 1, 0, NULL};
    wisp_buffer_desc tmp = {sizeof tmp, WISP_TYPE_F64, "tmp", 9, 1, WISP_BUFFER_SCRATCH, NULL};
    wisp_buffer_desc none = {sizeof none, WISP_TYPE_U8, "none", 0, 1, 0, NULL};
    buffers_init(store, allocator_default(), 1 << 20);
    float *p = buffers_get(store, &pos, NULL, NULL);
    uint16_t *q = buffers_get(store, &ids, NULL, NULL);
    double *t = buffers_get(store, &tmp, NULL, NULL);
    ck_assert_ptr_nonnull(buffers_get(store, &none, NULL, NULL));
    for (int i = 0; i < 150; i++) p[i] = (float)i;
    for (int i = 0; i < 7; i++) q[i] = (uint16_t)(1000 + i);
    t[0] = 5;
    buffers_set_used(store, "pos", 33);
}

static const struct checkpoint_head head = {.effect = "subject", .schema = 3, .steps = 99};

static unsigned char *save(const struct checkpoint_head *h, const struct buffer_store *store,
                           size_t *size) {
    *size = checkpoint_size(store);
    unsigned char *bytes = malloc(*size);
    checkpoint_write(h, store, bytes);
    return bytes;
}

START_TEST(save_load_save_gives_the_same_bytes) {
    struct buffer_store a, b;
    struct checkpoint_head read;
    size_t size, again;
    fill(&a);
    unsigned char *bytes = save(&head, &a, &size);
    buffers_init(&b, allocator_default(), 1 << 20);
    ck_assert_int_eq(checkpoint_read(bytes, size, &read, &b), WISP_OK);
    ck_assert_str_eq(read.effect, "subject");
    ck_assert_uint_eq(read.schema, 3);
    ck_assert_uint_eq(read.steps, 99);
    unsigned char *second = save(&read, &b, &again);
    ck_assert_uint_eq(size, again);
    ck_assert_mem_eq(bytes, second, size);
    ck_assert_uint_eq(checkpoint_hash(&head, &a), checkpoint_hash(&read, &b));
    ck_assert_ptr_null(buffers_find(&b, "tmp"));
    const struct buffer *pos = buffers_find(&b, "pos");
    ck_assert_double_eq(buffer_value(pos, 32, 2), 132);
    ck_assert_double_eq(buffer_value(pos, 33, 2), 0); /* Beyond what was used. */
    ck_assert_uint_eq(pos->count, 50);
    free(bytes);
    free(second);
    buffers_free(&a);
    buffers_free(&b);
}
END_TEST

START_TEST(the_hash_tells_what_is_kept_and_nothing_else) {
    struct buffer_store store;
    fill(&store);
    uint64_t before = checkpoint_hash(&head, &store);
    float *pos = buffers_find(&store, "pos")->data;
    pos[40] = 1234; /* Element 40 is not used. */
    *(double *)buffers_find(&store, "tmp")->data = 6;
    ck_assert_uint_eq(before, checkpoint_hash(&head, &store));
    pos[32] += 1;
    ck_assert_uint_ne(before, checkpoint_hash(&head, &store));
    pos[32] -= 1;
    ck_assert_uint_eq(before, checkpoint_hash(&head, &store));
    struct checkpoint_head other = head;
    other.steps++;
    ck_assert_uint_ne(before, checkpoint_hash(&other, &store));
    buffers_free(&store);
}
END_TEST

/* Whatever is done to the bytes: it is noticed, or it loads into a sound store. With the
 * checksum put right again the checks behind it are reached. */
static void read_mutated(const unsigned char *bytes, size_t size, bool must_fail) {
    struct buffer_store store;
    struct checkpoint_head read;
    unsigned char *exact = malloc(size ? size : 1); /* So that a read past the end shows. */
    memcpy(exact, bytes, size);
    buffers_init(&store, allocator_default(), 1 << 20);
    wisp_status status = checkpoint_read(exact, size, &read, &store);
    if (must_fail) ck_assert_int_lt(status, 0);
    if (status >= 0) {
        size_t again;
        unsigned char *second = save(&read, &store, &again);
        ck_assert_uint_le(again, (size_t)2 << 20);
        free(second);
    } else {
        ck_assert_uint_eq(store.count, 0);
        ck_assert_uint_eq(store.bytes, 0);
    }
    buffers_free(&store);
    free(exact);
}

START_TEST(ten_thousand_damaged_ones_do_no_harm) {
    struct buffer_store store;
    size_t size;
    fill(&store);
    unsigned char *good = save(&head, &store, &size), *bad = malloc(size);
    for (uint64_t i = 0; i < 10000; i++) {
        uint64_t key = wisp_rng_key(1, i);
        memcpy(bad, good, size);
        size_t length = i % 5 == 0 ? (size_t)(wisp_rng_u64(key, 0) % size) : size;
        uint32_t changes = 1 + wisp_rng_u32(key, 1) % 4;
        for (uint32_t c = 0; c < changes; c++) {
            /* Most damage goes to the head and the records. */
            size_t range = c % 2 ? size : 64 + 3 * 64;
            bad[wisp_rng_u64(key, 2 + 2 * c) % range] ^=
                (unsigned char)(1u << wisp_rng_u32(key, 3 + 2 * c) % 8);
        }
        bool same = memcmp(bad, good, size) == 0 && length == size;
        bool fix = i % 2 == 1 && length >= 8;
        if (fix) {
            uint64_t sum = hash_bytes64(bad, length - 8);
            memcpy(bad + length - 8, &sum, sizeof sum);
        }
        read_mutated(bad, length, !fix && !same);
    }
    free(good);
    free(bad);
    buffers_free(&store);
}
END_TEST

START_TEST(a_budget_that_does_not_suffice_is_an_error) {
    struct buffer_store a, b;
    struct checkpoint_head read;
    size_t size;
    fill(&a);
    unsigned char *bytes = save(&head, &a, &size);
    buffers_init(&b, allocator_default(), 500);
    ck_assert_int_eq(checkpoint_read(bytes, size, &read, &b), WISP_E_NOMEM);
    ck_assert_uint_eq(b.count, 0);
    free(bytes);
    buffers_free(&a);
    buffers_free(&b);
}
END_TEST

SUITE_MAIN("checkpoint", TEST(save_load_save_gives_the_same_bytes),
           TEST(the_hash_tells_what_is_kept_and_nothing_else),
           TEST(ten_thousand_damaged_ones_do_no_harm),
           TEST(a_budget_that_does_not_suffice_is_an_error))
