/* SPDX-License-Identifier: MIT */
#include "os/file.h"
#include "support/subject.h"
#include "support/suite.h"
#include <stdio.h>
#include <string.h>

static const struct {
    const char *variant, *errors;
} bad[] = {
    {"major", "plugin-abi-major: built for plugin interface 2, this program has 1: update the "
              "program or rebuild the plugin\n"},
    {"minor", "plugin-abi-minor: needs plugin interface 1.1, this program has 1.0: update the "
              "program\n"},
    {"magic", "plugin-magic: not an effect table: it begins with 0x12345678\n"},
    {"nosymbol", "plugin-symbol: it does not export wisp_effect_entry_1: not an effect\n"},
    {"table", "param-duplicate: params[1].rate: \"rate\" is the name of params[0] too\n"
              "param-key: params[2].Bad: \"Bad\" is not [a-z][a-z0-9_]*, at most 31 long\n"
              "param-default: params[3].low: the default 3 is outside 1 to 2\n"
              "param-choices: params[4].none: it has no choices\n"
              "param-type: params[5].kind: unknown type 99\n"},
    {"undefined", "plugin-load: subject.so: undefined symbol: subject_is_nowhere\n"},
};

START_TEST(a_bad_plugin_is_told_in_full) {
    struct subject s;
    char text[2048];
    subject_begin(&s, bad[_i].variant);
    ck_assert_ptr_null(registry_load(s.registry, "subject", &s.diags));
    ck_assert_str_eq(subject_errors(&s, text, sizeof text), bad[_i].errors);
    for (size_t i = 0; i < s.diags.count; i++) ck_assert_str_eq(s.diags.items[i].file, s.file);
    subject_end(&s);
}
END_TEST

START_TEST(an_effect_is_found_by_its_file_and_loaded_when_asked_for) {
    struct subject s;
    subject_begin(&s, "v1");
    ck_assert_uint_eq(registry_count(s.registry), 1);
    ck_assert_str_eq(registry_id(s.registry, 0), "subject");
    ck_assert_uint_eq(subject_staged_count(&s), 0);
    const struct effect_type *type = registry_type(s.registry, "subject", &s.diags);
    ck_assert_ptr_nonnull(type);
    ck_assert_str_eq(type->params[0].key, "rate");
    ck_assert_str_eq(type->commands[0].params[0].key, "by");
    ck_assert_str_eq(type->signals[0], "risen");
    ck_assert_ptr_eq(registry_load(s.registry, "subject", &s.diags),
                     registry_load(s.registry, "subject", &s.diags));
    ck_assert_str_eq(registry_id_of_path(s.registry, s.file), "subject");
    ck_assert_ptr_null(registry_id_of_path(s.registry, "/elsewhere/subject.so"));
    ck_assert_ptr_null(registry_load(s.registry, "subjct", &s.diags));
    ck_assert_str_eq(s.diags.items[0].suggestion, "subject");
    subject_end(&s);
}
END_TEST

static bool is_mapped(const char *path) {
    char line[8192];
    FILE *maps = fopen("/proc/self/maps", "r");
    bool found = false;
    ck_assert_ptr_nonnull(maps);
    while (fgets(line, sizeof line, maps)) found = found || strstr(line, path);
    fclose(maps);
    return found;
}

START_TEST(the_users_file_is_never_mapped_and_may_be_destroyed) {
    struct subject s;
    subject_begin(&s, "v1");
    struct image *image = registry_load(s.registry, "subject", &s.diags);
    ck_assert_ptr_nonnull(image);
    ck_assert(!is_mapped(s.folder));
    FILE *file = fopen(s.file, "w"); /* Cut to nothing, in place. */
    fclose(file);
    ck_assert_str_eq(image_type(image)->id, "subject");
    ck_assert(image_entry(image)->update != NULL);
    ck_assert_uint_eq(subject_staged_count(&s), 0);
    subject_end(&s);
}
END_TEST

START_TEST(a_link_is_followed_to_its_bytes) {
    struct subject s;
    char command[3 * PATH_SIZE];
    subject_begin(&s, NULL);
    str_format(command, sizeof command, "ln -s %s/tests/subjects/v1/subject.so %s",
               WISP_BUILD_ROOT, s.file);
    ck_assert_int_eq(system(command), 0);
    ck_assert(registry_rescan(s.registry));
    ck_assert_ptr_nonnull(registry_load(s.registry, "subject", &s.diags));
    ck_assert(!is_mapped("subjects/v1"));
    subject_end(&s);
}
END_TEST

/* Every length of a file cut short is refused in words, never by a signal. */
START_TEST(a_file_cut_anywhere_is_refused) {
    struct subject s;
    size_t size;
    unsigned char *bytes = subject_bytes("v1", &size);
    subject_begin(&s, "v1");
    for (size_t cut = 0; cut < size; cut += cut < 256 ? 1 : 97) {
        subject_put_bytes(&s, bytes, cut);
        diag_list_clear(&s.diags);
        ck_assert_msg(!registry_load(s.registry, "subject", &s.diags), "%zu bytes loaded", cut);
        ck_assert_uint_eq(s.diags.count, 1);
        ck_assert_str_eq(s.diags.items[0].code, "plugin-elf");
    }
    subject_put_bytes(&s, bytes, size);
    ck_assert_ptr_nonnull(registry_load(s.registry, "subject", &s.diags));
    free(bytes);
    subject_end(&s);
}
END_TEST

START_TEST(a_file_with_a_tail_of_zeros_is_refused) {
    struct subject s;
    size_t size;
    unsigned char *bytes = subject_bytes("v1", &size);
    subject_begin(&s, "v1");
    for (size_t part = 1; part < 20; part++) {
        unsigned char *copy = calloc(size, 1);
        memcpy(copy, bytes, size * part / 20);
        subject_put_bytes(&s, copy, size);
        ck_assert_ptr_null(registry_load(s.registry, "subject", &s.diags));
        free(copy);
    }
    free(bytes);
    subject_end(&s);
}
END_TEST

START_TEST(what_is_no_plugin_for_this_machine_is_refused) {
    struct subject s;
    size_t size;
    unsigned char *bytes = subject_bytes("v1", &size);
    subject_begin(&s, "v1");
    subject_put_bytes(&s, "just text\n", 10);
    ck_assert_ptr_null(registry_load(s.registry, "subject", &s.diags));
    bytes[18] = 0xb7; /* e_machine: AArch64 */
    subject_put_bytes(&s, bytes, size);
    ck_assert_ptr_null(registry_load(s.registry, "subject", &s.diags));
    ck_assert_uint_eq(s.diags.count, 2);
    ck_assert_str_eq(s.diags.items[0].code, "plugin-elf");
    ck_assert_str_eq(s.diags.items[1].code, "plugin-elf");
    ck_assert_str_ne(s.diags.items[0].text, s.diags.items[1].text);
    free(bytes);
    subject_end(&s);
}
END_TEST

START_TEST(a_folder_in_its_place_is_refused) {
    struct subject s;
    subject_begin(&s, NULL);
    ck_assert_int_eq(file_make_dirs(s.file), WISP_OK);
    registry_rescan(s.registry);
    ck_assert_ptr_null(registry_load(s.registry, "subject", &s.diags));
    ck_assert_str_eq(s.diags.items[0].code, "plugin-file");
    ck_assert_str_eq(s.diags.items[0].text, "is a directory");
    subject_end(&s);
}
END_TEST

START_TEST(a_file_named_for_another_effect_is_refused) {
    struct subject s;
    char other[PATH_SIZE];
    subject_begin(&s, "v1");
    path_join(other, sizeof other, s.folder, "snow.so");
    ck_assert_int_eq(file_rename(s.file, other), WISP_OK);
    ck_assert(registry_rescan(s.registry));
    ck_assert(!registry_has(s.registry, "subject"));
    ck_assert_ptr_null(registry_load(s.registry, "snow", &s.diags));
    ck_assert_str_eq(s.diags.items[0].text,
                     "the file is named for \"snow\" but holds \"subject\"");
    subject_end(&s);
}
END_TEST

START_TEST(the_first_folder_wins) {
    struct subject a, b;
    subject_begin(&a, "v1");
    subject_begin(&b, "v2");
    const char *folders[] = {"/nowhere/at/all", b.folder, a.folder};
    struct registry_config config = {.allocator = allocator_default(),
                                     .folders = folders,
                                     .folder_count = 3,
                                     .cache = a.cache};
    struct registry *registry;
    ck_assert_int_eq(registry_create(&config, &registry), WISP_OK);
    ck_assert_str_eq(registry_path(registry, "subject"), b.file);
    ck_assert_str_eq(registry_type(registry, "subject", &a.diags)->params[0].key, "pace");
    registry_destroy(registry);
    subject_end(&a);
    subject_end(&b);
}
END_TEST

START_TEST(what_it_says_outlives_its_code) {
    struct subject s;
    subject_begin(&s, "v1");
    const struct effect_type *type = registry_type(s.registry, "subject", &s.diags);
    const wisp_effect *entry = image_entry(registry_load(s.registry, "subject", &s.diags));
    ck_assert_ptr_ne(type->id, entry->id);
    ck_assert_ptr_ne(type->params, entry->params);
    ck_assert_ptr_ne(type->params[0].key, entry->params[0].key);
    ck_assert_ptr_ne(type->params[0].aliases, entry->params[0].aliases);
    ck_assert_ptr_ne(type->params[0].aliases[0], entry->params[0].aliases[0]);
    ck_assert_ptr_ne(type->signals[0], entry->signals[0]);
    subject_end(&s);
}
END_TEST

START_TEST(no_memory_leaks_nothing_at_any_request) {
    struct subject s;
    subject_begin(&s, "v1");
    const char *folder = s.folder;
    for (size_t n = 1;; n++) {
        struct allocator_failing failing;
        struct allocator_counting counting;
        struct registry *registry = NULL;
        allocator_counting_init(&counting, allocator_default());
        allocator_failing_init(&failing, &counting.allocator, n, 0);
        struct registry_config config = {.allocator = &failing.allocator,
                                         .folders = &folder,
                                         .folder_count = 1,
                                         .cache = s.cache};
        if (registry_create(&config, &registry) >= 0) {
            registry_load(registry, "subject", &s.diags);
            registry_destroy(registry);
        }
        ck_assert_uint_eq(atomic_load(&counting.live_bytes), 0);
        ck_assert_uint_eq(subject_staged_count(&s), 0);
        if (atomic_load(&failing.requests) < n) break;
    }
    subject_end(&s);
}
END_TEST

SUITE_MAIN("registry",
           TEST_LOOP(a_bad_plugin_is_told_in_full, 0, (int)(sizeof bad / sizeof *bad)),
           TEST(an_effect_is_found_by_its_file_and_loaded_when_asked_for),
           TEST(the_users_file_is_never_mapped_and_may_be_destroyed),
           TEST(a_link_is_followed_to_its_bytes), TEST(a_file_cut_anywhere_is_refused),
           TEST(a_file_with_a_tail_of_zeros_is_refused),
           TEST(what_is_no_plugin_for_this_machine_is_refused),
           TEST(a_folder_in_its_place_is_refused),
           TEST(a_file_named_for_another_effect_is_refused), TEST(the_first_folder_wins),
           TEST(what_it_says_outlives_its_code), TEST(no_memory_leaks_nothing_at_any_request))
