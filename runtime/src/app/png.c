/* SPDX-License-Identifier: MIT
 *
 * png - pictures to bytes.
 */
#include "app/png.h"

#include <limits.h>
#include <string.h>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STBI_WRITE_NO_STDIO
#include <stb/stb_image_write.h>

enum { PNG_SIGNATURE = 8, PNG_IHDR = 25 };

static void put32(uint8_t *at, uint32_t value) {
    for (int k = 0; k < 4; k++) at[k] = (uint8_t)(value >> (24 - 8 * k));
}

/* CRC-32 of ISO 3309, as PNG has it; texts are short, so a table would not pay. */
static uint32_t crc32(const uint8_t *bytes, size_t size) {
    uint32_t crc = 0xffffffffu;
    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) crc = (crc >> 1) ^ (0xedb88320u & (0u - (crc & 1u)));
    }
    return ~crc;
}

static void add_text(const struct png_text *text, struct strbuf *out) {
    uint8_t word[4];
    size_t keyword = strlen(text->keyword), body = strlen(text->text);
    size_t start = out->length + 4;
    put32(word, (uint32_t)(keyword + 1 + body));
    strbuf_add_n(out, (const char *)word, 4);
    strbuf_add_n(out, "tEXt", 4);
    strbuf_add_n(out, text->keyword, keyword + 1);
    strbuf_add_n(out, text->text, body);
    if (out->status != WISP_OK) return;
    put32(word, crc32((const uint8_t *)out->data + start, out->length - start));
    strbuf_add_n(out, (const char *)word, 4);
}

wisp_status png_encode(const uint8_t *pixels, uint32_t width, uint32_t height,
                       const struct png_text *texts, size_t text_count, struct strbuf *out) {
    int size = 0;
    if (width == 0 || height == 0 || width > INT_MAX / 3 / height) return WISP_E_LIMIT;
    uint8_t *file =
        stbi_write_png_to_mem(pixels, (int)(3 * width), (int)width, (int)height, 3, &size);
    if (file == NULL) return WISP_E_NOMEM;
    const char *bytes = (const char *)file;
    strbuf_add_n(out, bytes, PNG_SIGNATURE + PNG_IHDR);
    for (size_t i = 0; i < text_count; i++) add_text(&texts[i], out);
    strbuf_add_n(out, bytes + PNG_SIGNATURE + PNG_IHDR,
                 (size_t)size - PNG_SIGNATURE - PNG_IHDR);
    STBIW_FREE(file);
    return out->status;
}
