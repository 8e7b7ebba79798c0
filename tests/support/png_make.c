/* SPDX-License-Identifier: MIT
 *
 * png_make - see png_make.h.
 */
#include "support/png_make.h"
#include <check.h>
#include <stdlib.h>
#include <string.h>

#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wcast-qual"
#include <stb/stb_image_write.h>
#pragma GCC diagnostic pop

static void put32(unsigned char *at, uint32_t value) {
    for (int i = 0; i < 4; i++) at[i] = (unsigned char)(value >> (24 - 8 * i));
}

static uint32_t crc_of(const unsigned char *data, size_t size) {
    uint32_t crc = ~0u;
    for (size_t i = 0; i < size; i++) {
        crc ^= data[i];
        for (int k = 0; k < 8; k++) crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
    }
    return ~crc;
}

static void add_chunk(struct png *png, const char *kind, const unsigned char *data,
                      size_t size) {
    png->bytes = realloc(png->bytes, png->size + size + 12);
    ck_assert_ptr_nonnull(png->bytes);
    unsigned char *at = png->bytes + png->size;
    put32(at, (uint32_t)size);
    memcpy(at + 4, kind, 4);
    if (size) memcpy(at + 8, data, size);
    put32(at + 8 + size, crc_of(at + 4, size + 4));
    png->size += size + 12;
}

struct png png_make(const struct png_desc *d) {
    struct png png = {malloc(8), 8};
    unsigned char head[13] = {0};
    int packed_size = 0;
    ck_assert_ptr_nonnull(png.bytes);
    memcpy(png.bytes, "\x89PNG\r\n\x1a\n", 8);
    put32(head, d->width);
    put32(head + 4, d->height);
    head[8] = d->bits;
    head[9] = d->color;
    add_chunk(&png, "IHDR", head, sizeof head);
    if (d->palette) add_chunk(&png, "PLTE", d->palette, 3 * d->palette_count);
    unsigned char *raw = malloc(d->bytes);
    ck_assert_ptr_nonnull(raw);
    memcpy(raw, d->rows, d->bytes);
    unsigned char *packed = stbi_zlib_compress(raw, (int)d->bytes, &packed_size, 5);
    ck_assert_ptr_nonnull(packed);
    add_chunk(&png, "IDAT", packed, (size_t)packed_size);
    add_chunk(&png, "IEND", NULL, 0);
    free(packed);
    free(raw);
    return png;
}
