/* SPDX-License-Identifier: MIT
 *
 * The loader: messages, addresses, and whether a closed object is gone.
 */
#include "os/elf.h"
#include "os/file.h"
#include "os/lib.h"
#include "support/suite.h"
#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

#define FIXTURE(name) WISP_BUILD_ROOT "/lib/fixtures/" name ".so"

struct table {
    uint32_t magic, size, major, minor;
    int (*answer)(void);
};

static struct lib *opened(const char *path) {
    struct lib *lib = NULL;
    char message[256] = "";
    ck_assert_msg(lib_open(path, &lib, message, sizeof message) == WISP_OK, "%s", message);
    return lib;
}

START_TEST(symbols_are_found) {
    struct lib *lib = opened(FIXTURE("plain"));
    const struct table *table = lib_symbol(lib, "fixture_table");
    ck_assert_ptr_nonnull(table);
    ck_assert_uint_eq(table->major, 1);
    ck_assert_int_eq(table->answer(), 1);
    ck_assert_ptr_null(lib_symbol(lib, "none"));
    lib_close(lib);
}
END_TEST

START_TEST(failures_say_why) {
    struct lib *lib = NULL;
    char message[256] = "";
    ck_assert_int_eq(lib_open("/none.so", &lib, message, sizeof message), WISP_E_BAD_DATA);
    ck_assert_ptr_nonnull(strstr(message, "/none.so"));
    ck_assert_int_eq(lib_open(FIXTURE("missing"), &lib, message, sizeof message),
                     WISP_E_BAD_DATA);
    ck_assert_ptr_nonnull(strstr(message, "nobody_has_this"));
    ck_assert_int_eq(lib_open("/none.so", &lib, NULL, 0), WISP_E_BAD_DATA);
    ck_assert_ptr_null(lib);
}
END_TEST

START_TEST(names_stay_private) {
    struct lib *lib = opened(FIXTURE("plain"));
    ck_assert_ptr_null(dlsym(RTLD_DEFAULT, "fixture_table"));
    lib_close(lib);
}
END_TEST

START_TEST(closing_unmaps_or_tells) {
    struct lib *lib = opened(FIXTURE("other"));
    ck_assert(lib_is_resident(FIXTURE("other")));
    lib_close(lib);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    ck_assert(!lib_is_resident(FIXTURE("other")));
#else
    ck_assert(lib_is_resident(FIXTURE("other"))); /* Modules are kept: leaks get names. */
#endif
    lib = opened(FIXTURE("pinned"));
    lib_close(lib);
    ck_assert(lib_is_resident(FIXTURE("pinned")));
    ck_assert(!lib_is_resident("/none.so"));
}
END_TEST

START_TEST(an_address_tells_its_object) {
    struct lib *lib = opened(FIXTURE("plain"));
    const struct table *table = lib_symbol(lib, "fixture_table");
    ck_assert_uint_ne(lib_base_of(table), 0);
    ck_assert_uint_le(lib_base_of(table), (uintptr_t)table);
    static const char ours;
    ck_assert_uint_ne(lib_base_of(table), lib_base_of(&ours));
    char path[256];
    ck_assert(lib_path_of(table, path, sizeof path));
    ck_assert_str_eq(path, FIXTURE("plain"));
    int local;
    ck_assert(!lib_path_of(&local, path, sizeof path));
    ck_assert_uint_eq(lib_base_of(&local), 0);
    lib_close(lib);
}
END_TEST

START_TEST(build_ids_are_those_of_the_files) {
    struct lib *lib = opened(FIXTURE("plain")), *other = opened(FIXTURE("other"));
    uint8_t id[ELF_BUILD_ID_MOST], other_id[ELF_BUILD_ID_MOST];
    size_t n = lib_build_id(lib_symbol(lib, "fixture_table"), id, sizeof id);
    size_t m = lib_build_id(lib_symbol(other, "fixture_table"), other_id, sizeof other_id);
    ck_assert_uint_eq(n, 20);
    ck_assert_uint_eq(m, 20);
    ck_assert(memcmp(id, other_id, n) != 0);

    struct file_data data;
    static struct elf_report report;
    ck_assert_int_eq(file_read(allocator_default(), FIXTURE("plain"), 1 << 24, &data), WISP_OK);
    ck_assert_int_eq(elf_check(data.bytes, data.size, &report), WISP_OK);
    ck_assert_uint_eq(report.build_id_size, n);
    ck_assert(memcmp(report.build_id, id, n) == 0);
    file_data_free(&data);
    ck_assert_uint_eq(lib_build_id(&data, id, sizeof id), 0);
    lib_close(lib);
    lib_close(other);
}
END_TEST

SUITE_MAIN("lib", TEST(symbols_are_found), TEST(failures_say_why), TEST(names_stay_private),
           TEST(closing_unmaps_or_tells), TEST(an_address_tells_its_object),
           TEST(build_ids_are_those_of_the_files))
