/* SPDX-License-Identifier: MIT
 *
 * image_decode - PNG, JPEG and Radiance HDR files to pixels, with the file as an enemy.
 *
 * Size and kind are read from the file's own words and checked before anything is decoded; the
 * decoder's memory has a budget that follows from that size, so a file that lies about it
 * fails instead of growing. 16-bit, grey and palette pictures become 8-bit RGBA.
 * Units      Rows from the top. 8-bit: sRGB as in the file, straight alpha. Float: linear.
 * Ownership  Pixels belong to the caller: decoded_free.
 * Errors     WISP_E_BAD_DATA, WISP_E_LIMIT, WISP_E_UNSUPPORTED, WISP_E_NOMEM, and a sentence.
 * Threads    Any, one decode per thread at a time.
 */
#ifndef WISP_GFX_IMAGE_DECODE_H
#define WISP_GFX_IMAGE_DECODE_H

#include "base/alloc.h"
#include <wisp/status.h>

struct decoded {
    const struct allocator *allocator;
    uint32_t width, height;
    bool is_float;
    void *pixels; /* 4 * width * height uint8_t or float */
    size_t bytes;
};

wisp_status image_decode(const struct allocator *allocator, const unsigned char *file,
                         size_t size, struct decoded *out, char *words, size_t words_size);
void decoded_free(struct decoded *image);

/* In place, for textures: sRGB values and straight alpha become sRGB values of the linear
 * premultiplied colour. Float pixels are multiplied as they are. */
void decoded_premultiply(struct decoded *image);

/* One sRGB value 0..255 in linear light, and back. */
float srgb_to_linear(uint8_t value);
uint8_t linear_to_srgb(float value);

#endif
