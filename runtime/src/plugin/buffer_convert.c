/* SPDX-License-Identifier: MIT */
#include "plugin/buffer_convert.h"

#include <float.h>
#include <math.h>
#include <string.h>

size_t buffer_type_size(uint32_t type) {
    switch (type) {
    case WISP_TYPE_U8:
        return 1;
    case WISP_TYPE_U16:
        return 2;
    case WISP_TYPE_F32:
    case WISP_TYPE_I32:
    case WISP_TYPE_U32:
        return 4;
    case WISP_TYPE_F64:
    case WISP_TYPE_I64:
    case WISP_TYPE_U64:
        return 8;
    default:
        return 0;
    }
}

const char *buffer_type_text(uint32_t type) {
    static const char *const texts[] = {"?",  "f32", "f64", "i32", "u32",
                                        "u8", "u16", "u64", "i64"};
    return type < sizeof texts / sizeof *texts ? texts[type] : texts[0];
}

bool buffer_size(uint32_t type, uint32_t components, uint64_t count, size_t *out) {
    size_t row;
    return count <= SIZE_MAX && size_mul(components, buffer_type_size(type), &row) &&
           size_mul(row, (size_t)count, out);
}

/* A number without loss: integers keep sign and magnitude apart, so that 64 bits fit. */
struct number {
    bool real, negative;
    double value;
    uint64_t magnitude;
};

static struct number from_signed(int64_t v) {
    uint64_t magnitude = v < 0 ? UINT64_C(0) - (uint64_t)v : (uint64_t)v;
    return (struct number){.negative = v < 0, .value = (double)v, .magnitude = magnitude};
}

static struct number from_unsigned(uint64_t v) {
    return (struct number){.value = (double)v, .magnitude = v};
}

static struct number number_read(const void *data, uint32_t type, uint64_t index) {
    switch (type) {
    case WISP_TYPE_F32:
        return (struct number){.real = true, .value = (double)((const float *)data)[index]};
    case WISP_TYPE_F64:
        return (struct number){.real = true, .value = ((const double *)data)[index]};
    case WISP_TYPE_I32:
        return from_signed(((const int32_t *)data)[index]);
    case WISP_TYPE_U32:
        return from_unsigned(((const uint32_t *)data)[index]);
    case WISP_TYPE_U8:
        return from_unsigned(((const uint8_t *)data)[index]);
    case WISP_TYPE_U16:
        return from_unsigned(((const uint16_t *)data)[index]);
    case WISP_TYPE_U64:
        return from_unsigned(((const uint64_t *)data)[index]);
    case WISP_TYPE_I64:
        return from_signed(((const int64_t *)data)[index]);
    default:
        return (struct number){0};
    }
}

/* The integer part of a real number; 0 when it has none that fits. */
static struct number number_whole(struct number n) {
    if (!n.real) return n;
    double v = trunc(n.value);
    if (!(fabs(v) < 18446744073709551616.0)) return (struct number){0};
    return (struct number){.negative = v < 0, .value = v, .magnitude = (uint64_t)fabs(v)};
}

static uint64_t unsigned_within(struct number n, uint64_t most) {
    n = number_whole(n);
    return (n.negative && n.magnitude) || n.magnitude > most ? 0 : n.magnitude;
}

static int64_t signed_within(struct number n, uint64_t most) {
    n = number_whole(n);
    if (n.magnitude > most + n.negative) return 0;
    return n.negative ? (int64_t)(UINT64_C(0) - n.magnitude) : (int64_t)n.magnitude;
}

static float single_within(double v) {
    return isfinite(v) && fabs(v) > (double)FLT_MAX ? 0.0f : (float)v;
}

static void number_write(void *data, uint32_t type, uint64_t index, struct number n) {
    switch (type) {
    case WISP_TYPE_F32:
        ((float *)data)[index] = single_within(n.value);
        break;
    case WISP_TYPE_F64:
        ((double *)data)[index] = n.value;
        break;
    case WISP_TYPE_I32:
        ((int32_t *)data)[index] = (int32_t)signed_within(n, INT32_MAX);
        break;
    case WISP_TYPE_U32:
        ((uint32_t *)data)[index] = (uint32_t)unsigned_within(n, UINT32_MAX);
        break;
    case WISP_TYPE_U8:
        ((uint8_t *)data)[index] = (uint8_t)unsigned_within(n, UINT8_MAX);
        break;
    case WISP_TYPE_U16:
        ((uint16_t *)data)[index] = (uint16_t)unsigned_within(n, UINT16_MAX);
        break;
    case WISP_TYPE_U64:
        ((uint64_t *)data)[index] = unsigned_within(n, UINT64_MAX);
        break;
    case WISP_TYPE_I64:
        ((int64_t *)data)[index] = signed_within(n, INT64_MAX);
        break;
    default:
        break;
    }
}

double buffer_value(const struct buffer *buffer, uint64_t element, uint32_t component) {
    return number_read(buffer->data, buffer->type, buffer_index(buffer, element, component))
        .value;
}

static bool is_planar(const struct buffer *b) {
    return (b->flags & WISP_BUFFER_PLANAR) && b->components > 1;
}

/* Same type and same layout: whole blocks at once. */
static void copy_blocks(const struct buffer *from, struct buffer *to, uint64_t n) {
    size_t size = buffer_type_size(to->type);
    if (!is_planar(to)) {
        memcpy(to->data, from->data, (size_t)n * to->components * size);
        return;
    }
    for (uint32_t c = 0; c < to->components; c++)
        memcpy((char *)to->data + c * to->count * size,
               (const char *)from->data + c * from->count * size, (size_t)n * size);
}

void buffer_copy(const struct buffer *from, struct buffer *to) {
    uint64_t n = from->used < to->count ? from->used : to->count;
    uint32_t components = from->components < to->components ? from->components : to->components;
    if (from->type == to->type && from->components == to->components &&
        is_planar(from) == is_planar(to)) {
        copy_blocks(from, to, n);
        return;
    }
    for (uint64_t i = 0; i < n; i++)
        for (uint32_t c = 0; c < components; c++)
            number_write(to->data, to->type, buffer_index(to, i, c),
                         number_read(from->data, from->type, buffer_index(from, i, c)));
}
