/* SPDX-License-Identifier: MIT
 *
 * The look into shared objects: whole ones pass and tell what they do; cut, half-written and
 * damaged ones never pass for whole, and never crash us.
 */
#include "os/elf.h"
#include "os/file.h"
#include "support/suite.h"
#include <elf.h>
#include <string.h>
#include <wisp/rng.h>

#define FIXTURE(name) WISP_BUILD_ROOT "/lib/fixtures/" name ".so"

static struct elf_report report;

static struct file_data load(const char *path) {
    struct file_data data;
    ck_assert_int_eq(file_read(allocator_default(), path, 1 << 26, &data), WISP_OK);
    return data;
}

static bool has(const struct elf_names *list, const char *name) {
    for (size_t i = 0; i < list->count && i < ELF_NAMES_MOST; i++)
        if (strcmp(list->names[i], name) == 0) return true;
    return false;
}

START_TEST(a_clean_object) {
    struct file_data f = load(FIXTURE("plain"));
    ck_assert_int_eq(elf_check(f.bytes, f.size, &report), WISP_OK);
    ck_assert_str_eq(report.reason, "");
    ck_assert_uint_eq(report.build_id_size, 20);
    ck_assert(has(&report.exported, "fixture_table"));
    ck_assert_uint_eq(report.exported.count, 1);
    ck_assert(!has(&report.needed, "libm.so.6"));
    ck_assert_uint_eq(report.writable.count, 0);
    ck_assert_uint_eq(report.unique.count, 0);
    ck_assert_uint_eq(report.exit_hooks.count, 0);
    ck_assert(report.init_functions <= 1 && report.fini_functions <= 1);
    ck_assert(!report.nodelete && !report.static_tls && !report.has_tls);
    ck_assert(!report.text_relocations && !report.executable_stack && report.has_symtab);
    ck_assert_ptr_null(report.runpath);
    ck_assert_ptr_null(report.soname);
    file_data_free(&f);
}
END_TEST

START_TEST(a_dirty_object_is_seen_through) {
    struct file_data f = load(FIXTURE("dirty"));
    ck_assert_int_eq(elf_check(f.bytes, f.size, &report), WISP_OK);
    ck_assert(has(&report.writable, "local_counter") && has(&report.writable, "local_zeros") &&
              has(&report.writable, "shared_state"));
    ck_assert(!has(&report.writable, "relocated") && !has(&report.writable, "fixture_table"));
    ck_assert(has(&report.unique, "fixture_unique"));
    ck_assert(report.has_tls && report.static_tls);
    ck_assert_uint_ge(report.exit_hooks.count, 1);
    ck_assert_uint_eq(report.init_functions, 2);
    ck_assert_str_eq(report.runpath, "$ORIGIN/deps");
    ck_assert_str_eq(report.soname, "dirty.so.1");
    ck_assert(has(&report.needed, "libm.so.6"));
    ck_assert(has(&report.needed, "libc.so.6"));
    ck_assert(has(&report.undefined, "cos"));
    file_data_free(&f);
}
END_TEST

START_TEST(flags_and_stripped) {
    struct file_data f = load(FIXTURE("pinned"));
    ck_assert_int_eq(elf_check(f.bytes, f.size, &report), WISP_OK);
    ck_assert(report.nodelete);
    file_data_free(&f);
    f = load(FIXTURE("stripped"));
    ck_assert_int_eq(elf_check(f.bytes, f.size, &report), WISP_OK);
    ck_assert(!report.has_symtab && has(&report.exported, "fixture_table"));
    file_data_free(&f);
    f = load(FIXTURE("missing"));
    ck_assert_int_eq(elf_check(f.bytes, f.size, &report), WISP_OK);
    ck_assert(has(&report.undefined, "nobody_has_this"));
    file_data_free(&f);
}
END_TEST

START_TEST(an_exported_table_is_read_without_loading) {
    struct file_data f = load(FIXTURE("plain"));
    ck_assert(elf_exports(f.bytes, f.size, "fixture_table"));
    ck_assert(!elf_exports(f.bytes, f.size, "answer"));
    ck_assert(!elf_exports(f.bytes, f.size, ""));
    uint32_t head[4];
    const void *table = elf_object(f.bytes, f.size, "fixture_table", sizeof head);
    ck_assert_ptr_nonnull(table);
    memcpy(head, table, sizeof head);
    ck_assert_uint_eq(head[0], 0x70736977);
    ck_assert_uint_eq(head[2], 1);
    ck_assert_uint_eq(head[3], 2);
    ck_assert_ptr_null(elf_object(f.bytes, f.size, "fixture_table", 1000));
    ck_assert_ptr_null(elf_object(f.bytes, f.size, "none", 1));
    file_data_free(&f);
}
END_TEST

/* Copied to the end of a block of its own, so that ASan sees a read of one byte too many. */
static wisp_status check_copy(const unsigned char *bytes, size_t size) {
    unsigned char *copy = malloc(size ? size : 1);
    memcpy(copy, bytes, size);
    wisp_status status = elf_check(copy, size, &report);
    (void)elf_exports(copy, size, "fixture_table");
    (void)elf_object(copy, size, "fixture_table", 16);
    free(copy);
    return status;
}

static const char *const fixtures[] = {FIXTURE("plain"), FIXTURE("dirty"), FIXTURE("stripped")};

START_TEST(no_beginning_of_a_file_passes) { /* Each prefix, byte by byte. */
    struct file_data f = load(fixtures[_i]);
    size_t passed = 0, without_reason = 0;
    for (size_t n = 0; n < f.size; n++) {
        passed += elf_check(f.bytes, n, &report) == WISP_OK;
        without_reason += report.reason[0] == '\0';
        if (n % 97 == 0) passed += check_copy(f.bytes, n) == WISP_OK;
    }
    ck_assert_uint_eq(passed, 0);
    ck_assert_uint_eq(without_reason, 0);
    file_data_free(&f);
}
END_TEST

START_TEST(no_full_size_file_with_a_zero_tail_passes) {
    struct file_data f = load(fixtures[_i]);
    unsigned char *copy = malloc(f.size);
    size_t passed = 0;
    /* The last field of the last header, 8 bytes, is zero in the whole file too; before it
     * stands a 1 in 8 bytes. */
    for (size_t n = 0; n + 15 < f.size; n += n + 300 < f.size ? 61 : 1) {
        memcpy(copy, f.bytes, n);
        memset(copy + n, 0, f.size - n);
        passed += elf_check(copy, f.size, &report) == WISP_OK;
    }
    ck_assert_uint_eq(passed, 0);
    free(copy);
    file_data_free(&f);
}
END_TEST

START_TEST(mutations_are_survived) { /* 10,000: bytes, words and whole fields changed. */
    struct file_data f = load(fixtures[_i % 3]);
    unsigned char *copy = malloc(f.size);
    uint64_t key = wisp_rng_key((uint64_t)_i, 0), counter = 0;
    for (int round = 0; round < 1000; round++) {
        memcpy(copy, f.bytes, f.size);
        uint32_t changes = 1 + wisp_rng_u32(key, counter++) % 8;
        for (uint32_t c = 0; c < changes; c++) {
            /* Mostly where structure is: headers in front, section headers at the end. */
            uint32_t where = wisp_rng_u32(key, counter++) % 4;
            size_t range = where == 0 ? f.size : 1024 < f.size ? 1024 : f.size;
            size_t at = wisp_rng_u64(key, counter++) % (range - 8);
            if (where == 3) at += f.size - range;
            uint64_t value = wisp_rng_u64(key, counter++);
            uint32_t kind = wisp_rng_u32(key, counter++) % 4;
            if (kind == 0) value = UINT64_MAX - value % 64;
            if (kind == 1) value %= f.size * 2;
            memcpy(copy + at, &value, kind == 3 ? 1 : 8);
        }
        (void)check_copy(copy, f.size);
    }
    free(copy);
    file_data_free(&f);
}
END_TEST

static wisp_status with_byte(size_t at, unsigned char value) {
    struct file_data f = load(FIXTURE("plain"));
    f.bytes[at] = value;
    wisp_status status = elf_check(f.bytes, f.size, &report);
    file_data_free(&f);
    return status;
}

START_TEST(strangers_are_named) {
    ck_assert_int_eq(elf_check("", 0, &report), WISP_E_BAD_DATA);
    ck_assert_ptr_nonnull(strstr(report.reason, "empty"));
    ck_assert_int_eq(elf_check("#!/bin/sh\n", 10, &report), WISP_E_BAD_DATA);
    ck_assert_ptr_nonnull(strstr(report.reason, "not an ELF"));
    ck_assert_int_eq(with_byte(EI_CLASS, ELFCLASS32), WISP_E_UNSUPPORTED);
    ck_assert_int_eq(with_byte(EI_DATA, ELFDATA2MSB), WISP_E_UNSUPPORTED);
    ck_assert_int_eq(with_byte(offsetof(Elf64_Ehdr, e_machine), EM_RISCV), WISP_E_UNSUPPORTED);
    ck_assert_ptr_nonnull(strstr(report.reason, "machine"));
    ck_assert_int_eq(with_byte(offsetof(Elf64_Ehdr, e_type), ET_EXEC), WISP_E_UNSUPPORTED);
}
END_TEST

START_TEST(our_own_programs_are_whole) { /* A large file from another tool chain step. */
    struct file_data f = load("/proc/self/exe");
    ck_assert_int_eq(elf_check(f.bytes, f.size, &report), WISP_OK);
    ck_assert_uint_gt(report.needed.count, 0);
    file_data_free(&f);
}
END_TEST

SUITE_MAIN("elf", TEST(a_clean_object), TEST(a_dirty_object_is_seen_through),
           TEST(flags_and_stripped), TEST(an_exported_table_is_read_without_loading),
           TEST_LOOP(no_beginning_of_a_file_passes, 0, 3),
           TEST_LOOP(no_full_size_file_with_a_zero_tail_passes, 0, 3),
           TEST_LOOP(mutations_are_survived, 0, 10), TEST(strangers_are_named),
           TEST(our_own_programs_are_whole))
