/* SPDX-License-Identifier: MIT
 *
 * Our own plugins: one exported symbol, nothing that changes outside of instances, nothing that
 * keeps an image in memory.
 */
#include "base/str.h"
#include "os/elf.h"
#include "os/file.h"
#include "support/suite.h"
#include <wisp/effect.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED 1
#else
#define IS_SANITIZED 0
#endif

static const char folder[] = WISP_BUILD_ROOT "/lib/wisp/effects";

static void check(const char *name) {
    char path[4096];
    struct file_data file;
    struct elf_report elf;
    str_format(path, sizeof path, "%s/%s", folder, name);
    ck_assert_int_eq(file_read(allocator_default(), path, 1 << 28, &file), WISP_OK);
    ck_assert_msg(elf_check(file.bytes, file.size, &elf) == WISP_OK, "%s: %s", name,
                  elf.reason);
    ck_assert_msg(elf_exports(file.bytes, file.size, WISP_EFFECT_SYMBOL), "%s", name);
    /* The sanitizer adds one beside each global. */
    ck_assert_msg(IS_SANITIZED || elf.exported.count == 1,
                  "%s exports %zu symbols, the first %s", name, elf.exported.count,
                  elf.exported.names[0]);
    /* What the compiler keeps for __builtin_cpu_supports is not the plugin's. */
    for (size_t i = 0; !IS_SANITIZED && i < elf.writable.count; i++)
        ck_assert_msg(str_starts(elf.writable.names[i], "__cpu_"), "%s: %s can be written",
                      name, elf.writable.names[i]);
    ck_assert_msg(elf.unique.count == 0 && !elf.nodelete && !elf.static_tls && !elf.has_tls &&
                      elf.exit_hooks.count == 0 && !elf.text_relocations &&
                      !elf.executable_stack && !elf.runpath,
                  "%s would not unload or not relocate", name);
    ck_assert_msg(elf.build_id_size > 0, "%s has no build-id", name);
    file_data_free(&file);
}

START_TEST(each_plugin_is_clean) {
    struct file_list list;
    size_t count = 0;
    ck_assert_int_eq(file_list(allocator_default(), folder, &list), WISP_OK);
    for (size_t i = 0; i < list.count; i++) {
        if (list.names[i][0] == '.' || !str_ends(list.names[i], ".so")) continue;
        check(list.names[i]);
        count++;
    }
    ck_assert_uint_gt(count, 0);
    file_list_free(&list);
}
END_TEST

SUITE_MAIN("exports", TEST(each_plugin_is_clean))
