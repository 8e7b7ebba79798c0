/* SPDX-License-Identifier: MIT
 *
 * png - pictures to bytes: the same pixels always give the same bytes.
 *
 * Shapes     pixels: 3 * width * height bytes, sRGB, rows from the top.
 * Ownership  The result belongs to the strbuf.
 */
#ifndef APP_PNG_H
#define APP_PNG_H

#include "base/str.h"

/* One tEXt entry of the file; keyword of 1 to 79 Latin letters. */
struct png_text {
    const char *keyword, *text;
};

/* Appends a whole PNG file to out. */
wisp_status png_encode(const uint8_t *pixels, uint32_t width, uint32_t height,
                       const struct png_text *texts, size_t text_count, struct strbuf *out);

#endif
