/* SPDX-License-Identifier: MIT */
#include "support/subject.h"

#include "os/file.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void require(int condition, const char *what) {
    if (condition) return;
    fprintf(stderr, "subject: %s failed\n", what);
    abort();
}

static void variant_path(const char *variant, char out[PATH_SIZE]) {
    str_format(out, PATH_SIZE, "%s/tests/subjects/%s/subject.so", WISP_BUILD_ROOT, variant);
}

unsigned char *subject_bytes(const char *variant, size_t *size) {
    char path[PATH_SIZE];
    struct file_data file;
    variant_path(variant, path);
    require(file_read(allocator_default(), path, 1 << 26, &file) >= 0, path);
    unsigned char *copy = malloc(file.size + 1);
    require(copy != NULL, "malloc");
    memcpy(copy, file.bytes, file.size + 1);
    *size = file.size;
    file_data_free(&file);
    return copy;
}

void subject_put_bytes(struct subject *s, const void *bytes, size_t size) {
    require(file_write(s->file, bytes, size, 0) >= 0, "write");
}

struct hash128 subject_put(struct subject *s, const char *variant) {
    size_t size;
    unsigned char *bytes = subject_bytes(variant, &size);
    struct hash128 hash = hash_bytes128(bytes, size);
    subject_put_bytes(s, bytes, size);
    free(bytes);
    return hash;
}

void subject_begin(struct subject *s, const char *variant) {
    memset(s, 0, sizeof *s);
    require(file_temp_dir("wisp-subject-", s->root, sizeof s->root) >= 0, "temp dir");
    path_join(s->folder, sizeof s->folder, s->root, "effects");
    path_join(s->cache, sizeof s->cache, s->root, "cache");
    path_join(s->file, sizeof s->file, s->folder, "subject.so");
    require(file_make_dirs(s->folder) >= 0, "mkdir");
    if (variant) subject_put(s, variant);
    const char *folder = s->folder;
    struct registry_config config = {.allocator = allocator_default(),
                                     .folders = &folder,
                                     .folder_count = 1,
                                     .cache = s->cache};
    require(registry_create(&config, &s->registry) >= 0, "registry");
    diag_list_init(&s->diags, allocator_default());
}

void subject_end(struct subject *s) {
    registry_destroy(s->registry);
    diag_list_free(&s->diags);
    file_remove_tree(s->root);
}

size_t subject_staged_count(const struct subject *s) {
    char stage[PATH_SIZE], inner[PATH_SIZE];
    struct file_list folders, files;
    size_t count = 0;
    path_join(stage, sizeof stage, s->cache, "stage");
    if (file_list(allocator_default(), stage, &folders) < 0) return 0;
    for (size_t i = 0; i < folders.count; i++) {
        path_join(inner, sizeof inner, stage, folders.names[i]);
        if (file_list(allocator_default(), inner, &files) < 0) continue;
        count += files.count;
        file_list_free(&files);
    }
    file_list_free(&folders);
    return count;
}

const char *subject_errors(struct subject *s, char *out, size_t size) {
    size_t at = 0;
    out[0] = 0;
    for (size_t i = 0; i < s->diags.count; i++)
        at += str_format(out + at, size - at, "%s: %s\n", s->diags.items[i].code,
                         s->diags.items[i].text);
    return out;
}
