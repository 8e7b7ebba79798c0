/* SPDX-License-Identifier: MIT
 *
 * files - see files.h.
 */
#include "render/files.h"
#include "os/file.h"

static wisp_status read_whole(void *user, const struct allocator *allocator, const char *path,
                              size_t limit, unsigned char **bytes, size_t *size) {
    struct file_data data;
    (void)user;
    wisp_status status = file_read(allocator, path, limit, &data);
    if (status != WISP_OK) return status;
    *bytes = data.bytes; /* size + 1 bytes, as asked for */
    *size = data.size;
    return WISP_OK;
}

struct gfx_files render_files(void) {
    return (struct gfx_files){read_whole, NULL};
}
