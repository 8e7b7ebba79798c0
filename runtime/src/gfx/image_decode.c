/* SPDX-License-Identifier: MIT
 *
 * image_decode - see image_decode.h. stb_image decodes; what it does not check is checked here.
 */
#include "gfx/image_decode.h"
#include "base/str.h"
#include "gfx/gfx.h"

#include <math.h>
#include <string.h>

/* stb_image's hooks for memory take no context, so the budget of the decode that runs on this
 * thread is the one piece of state that no parameter can carry. */
struct decode_budget {
    const struct allocator *allocator;
    size_t left;
};
static _Thread_local struct decode_budget *current_budget;

/* A block and its size before it, since the allocator wants sizes back. */
enum { HEAD = 16 };

static void *decode_resize(void *old, size_t size) {
    struct decode_budget *budget = current_budget;
    size_t old_total = 0, total;
    unsigned char *base = old ? (unsigned char *)old - HEAD : NULL;
    if (base) memcpy(&old_total, base, sizeof old_total);
    if (!budget || !size_add(size, HEAD, &total)) return NULL;
    if (total > old_total && total - old_total > budget->left) return NULL;
    unsigned char *block = alloc_resize(budget->allocator, base, old_total, total, 1);
    if (!block) return NULL;
    budget->left = budget->left + old_total - total;
    memcpy(block, &total, sizeof total);
    return block + HEAD;
}

static void *decode_malloc(size_t size) { return decode_resize(NULL, size); }

static void decode_free(void *block) {
    size_t total;
    if (!block) return;
    unsigned char *base = (unsigned char *)block - HEAD;
    memcpy(&total, base, sizeof total);
    current_budget->left += total;
    alloc_free(current_budget->allocator, base, total);
}

#define STBI_MALLOC(size) decode_malloc(size)
#define STBI_REALLOC(block, size) decode_resize(block, size)
#define STBI_FREE(block) decode_free(block)
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_ONLY_HDR
#define STBI_NO_STDIO
#define STBI_MAX_DIMENSIONS 4096
#define STBI_ASSERT(x) ((void)0)
#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
/* Reported at the end of this file, hence for all of it. */
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wcast-qual"
#pragma GCC diagnostic ignored "-Wdouble-promotion"
#include <stb/stb_image.h>
#pragma GCC diagnostic pop

enum kind { KIND_NONE, KIND_PNG, KIND_JPEG, KIND_HDR };

static enum kind kind_of(const unsigned char *file, size_t size) {
    if (size >= 8 && memcmp(file, "\x89PNG\r\n\x1a\n", 8) == 0) return KIND_PNG;
    if (size >= 3 && memcmp(file, "\xff\xd8\xff", 3) == 0) return KIND_JPEG;
    if (size >= 6 && memcmp(file, "#?RGBE", 6) == 0) return KIND_HDR;
    if (size >= 10 && memcmp(file, "#?RADIANCE", 10) == 0) return KIND_HDR;
    return KIND_NONE;
}

static uint32_t big_endian(const unsigned char *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* All chunks up to IEND are there. */
static bool png_is_whole(const unsigned char *file, size_t size) {
    size_t at = 8;
    while (size - at >= 12) {
        uint32_t length = big_endian(file + at);
        if (length > size - at - 12) return false;
        if (memcmp(file + at + 4, "IEND", 4) == 0) return true;
        at += 12 + (size_t)length;
    }
    return false;
}

/* The next JPEG marker at or after *at, which then is behind it; 0: none. */
static unsigned char next_marker(const unsigned char *file, size_t size, size_t *at) {
    for (; *at + 1 < size; ++*at)
        if (file[*at] == 0xff && file[*at + 1] != 0 && file[*at + 1] != 0xff) {
            *at += 2;
            return file[*at - 1];
        }
    return 0;
}

/* Colour components as the frame header says, and whether the end marker is there. */
static int jpeg_components(const unsigned char *file, size_t size, bool *whole) {
    size_t at = 2;
    int components = 0;
    *whole = false;
    for (unsigned char m; (m = next_marker(file, size, &at));) {
        if (m == 0xd9) {
            *whole = true;
            return components;
        }
        if ((m >= 0xd0 && m <= 0xd8) || m == 0x01) continue; /* Without a length. */
        if (size - at < 2) return components;
        size_t length = (size_t)file[at] << 8 | file[at + 1];
        bool frame = m >= 0xc0 && m <= 0xcf && m != 0xc4 && m != 0xc8 && m != 0xcc;
        if (frame && length >= 8 && size - at > 7) components = file[at + 7];
        if (length < 2 || length > size - at) return components;
        at += length; /* After a scan's header its data follows: it has no markers but RST. */
    }
    return components;
}

static wisp_status fail(char *words, size_t size, wisp_status status, const char *text) {
    str_copy(words, size, text);
    return status;
}

/* What the file itself says, before any of it is decoded. */
static wisp_status check(const unsigned char *file, size_t size, int info[3], char *words,
                         size_t room) {
    enum kind kind = kind_of(file, size);
    bool whole = true;
    if (size == 0) return fail(words, room, WISP_E_BAD_DATA, "the file is empty");
    if (kind == KIND_NONE)
        return fail(words, room, WISP_E_UNSUPPORTED,
                    "the file is no PNG, JPEG or Radiance HDR picture");
    if (!stbi_info_from_memory(file, (int)size, &info[0], &info[1], &info[2])) {
        if (kind == KIND_PNG && size >= 24 &&
            (big_endian(file + 16) > GFX_IMAGE_SIDE_MOST ||
             big_endian(file + 20) > GFX_IMAGE_SIDE_MOST))
            return fail(words, room, WISP_E_LIMIT, "the picture is larger than 4096 px a side");
        return fail(words, room, WISP_E_BAD_DATA, "the picture's header is damaged or cut off");
    }
    if (info[0] <= 0 || info[1] <= 0)
        return fail(words, room, WISP_E_BAD_DATA, "the picture has no pixels");
    if (info[0] > GFX_IMAGE_SIDE_MOST || info[1] > GFX_IMAGE_SIDE_MOST)
        return fail(words, room, WISP_E_LIMIT, "the picture is larger than 4096 px a side");
    if ((int64_t)info[0] * info[1] > GFX_IMAGE_PIXELS_MOST)
        return fail(words, room, WISP_E_LIMIT, "the picture has more than 16 million pixels");
    if (kind == KIND_JPEG && jpeg_components(file, size, &whole) == 4)
        return fail(words, room, WISP_E_UNSUPPORTED,
                    "the picture is a CMYK JPEG; save it as RGB");
    if (kind == KIND_PNG) whole = png_is_whole(file, size);
    return whole ? WISP_OK
                 : fail(words, room, WISP_E_BAD_DATA, "the picture is cut off before its end");
}

wisp_status image_decode(const struct allocator *allocator, const unsigned char *file,
                         size_t size, struct decoded *out, char *words, size_t words_size) {
    int info[3] = {0}, w, h, n;
    if (size > GFX_IMAGE_FILE_MOST)
        return fail(words, words_size, WISP_E_LIMIT, "the file is larger than 16 MiB");
    struct decode_budget budget = {allocator, (size_t)1 << 20};
    current_budget = &budget;
    wisp_status status = check(file, size, info, words, words_size);
    if (status != WISP_OK) goto done;
    /* stb holds the packed rows, unpacked rows and the result at once, at most 16 bytes each
     * for a pixel, and a block that doubles while it inflates. */
    bool is_float = kind_of(file, size) == KIND_HDR;
    size_t most = (size_t)info[0] * (size_t)info[1] * 48 + ((size_t)4 << 20);
    budget.left = most;
    void *pixels = is_float ? (void *)stbi_loadf_from_memory(file, (int)size, &w, &h, &n, 4)
                            : (void *)stbi_load_from_memory(file, (int)size, &w, &h, &n, 4);
    if (!pixels) {
        const char *why = stbi_failure_reason();
        if (why && strcmp(why, "outofmem") == 0)
            status = fail(words, words_size, WISP_E_LIMIT,
                          "the picture does not fit its memory budget: it holds more data than "
                          "its size says, or there is no memory");
        else
            status = fail(words, words_size, WISP_E_BAD_DATA, "the picture's data is damaged");
        goto done;
    }
    size_t bytes = (size_t)w * (size_t)h * 4 * (is_float ? sizeof(float) : 1);
    void *copy = alloc_bytes(allocator, bytes);
    if (copy) {
        memcpy(copy, pixels, bytes);
        *out = (struct decoded){allocator, (uint32_t)w, (uint32_t)h, is_float, copy, bytes};
    } else {
        status = fail(words, words_size, WISP_E_NOMEM, "there is no memory for the picture");
    }
    decode_free(pixels);
done:
    current_budget = NULL;
    return status;
}

void decoded_free(struct decoded *image) {
    alloc_free(image->allocator, image->pixels, image->bytes);
    *image = (struct decoded){0};
}

float srgb_to_linear(uint8_t value) {
    float x = (float)value / 255.0f;
    return x <= 0.04045f ? x / 12.92f : powf((x + 0.055f) / 1.055f, 2.4f);
}

uint8_t linear_to_srgb(float value) {
    if (!(value > 0.0f)) return 0;
    if (value >= 1.0f) return 255;
    float x = value <= 0.0031308f ? value * 12.92f : 1.055f * powf(value, 1.0f / 2.4f) - 0.055f;
    return (uint8_t)(x * 255.0f + 0.5f);
}

static void premultiply_bytes(uint8_t *p, size_t count) {
    float linear[256];
    for (int i = 0; i < 256; i++) linear[i] = srgb_to_linear((uint8_t)i);
    for (size_t i = 0; i < count; i++, p += 4) {
        if (p[3] == 255) continue;
        float alpha = (float)p[3] / 255.0f;
        for (int c = 0; c < 3; c++) p[c] = p[3] ? linear_to_srgb(linear[p[c]] * alpha) : 0;
    }
}

void decoded_premultiply(struct decoded *image) {
    size_t count = (size_t)image->width * image->height;
    if (!image->is_float) {
        premultiply_bytes(image->pixels, count);
        return;
    }
    float *p = image->pixels;
    for (size_t i = 0; i < count; i++, p += 4)
        for (int c = 0; c < 3; c++) p[c] *= p[3];
}
