/* SPDX-License-Identifier: MIT
 *
 * png_make - PNG files of any kind, right or wrong, for tests of what reads them.
 */
#ifndef WISP_SUPPORT_PNG_MAKE_H
#define WISP_SUPPORT_PNG_MAKE_H

#include <stddef.h>
#include <stdint.h>

struct png {
    unsigned char *bytes; /* free() it */
    size_t size;
};

struct png_desc {
    uint32_t width, height; /* as the header says */
    uint8_t bits, color; /* PNG's numbers: color 0 grey, 2 RGB, 3 palette, 4 grey+A, 6 RGBA */
    const unsigned char *rows; /* with a filter byte before each */
    size_t bytes;
    const unsigned char *palette; /* 3 * palette_count */
    size_t palette_count;
};
struct png png_make(const struct png_desc *desc);

#endif
