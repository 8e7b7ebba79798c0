/* SPDX-License-Identifier: MIT
 *
 * export_format - state buffers as CSV, NumPy, PLY, VTK or OBJ.
 */
#include "app/export_format.h"

#include <string.h>

static uint32_t width_of(const struct buffer *b) {
    return b->components > 0 ? b->components : 1;
}

/* "pos.x" for up to four components, else "m.7". */
static void column_name(const struct buffer *b, uint32_t c, char separator, char *out,
                        size_t size) {
    static const char letters[] = "xyzw";
    if (width_of(b) == 1)
        str_copy(out, size, b->name);
    else if (width_of(b) <= 4)
        str_format(out, size, "%s%c%c", b->name, separator, letters[c]);
    else
        str_format(out, size, "%s%c%u", b->name, separator, c);
}

static void write_csv(const struct buffer *const *buffers, uint32_t count, struct strbuf *out) {
    char name[BUFFER_NAME + 16];
    strbuf_add(out, "index");
    for (uint32_t b = 0; b < count; b++)
        for (uint32_t c = 0; c < width_of(buffers[b]); c++) {
            column_name(buffers[b], c, '.', name, sizeof name);
            strbuf_addf(out, ",%s", name);
        }
    strbuf_add(out, "\n");
    for (uint64_t i = 0; i < buffers[0]->used && out->status == WISP_OK; i++) {
        strbuf_addf(out, "%llu", (unsigned long long)i);
        for (uint32_t b = 0; b < count; b++)
            for (uint32_t c = 0; c < width_of(buffers[b]); c++)
                strbuf_addf(out, ",%.9g", buffer_value(buffers[b], i, c));
        strbuf_add(out, "\n");
    }
}

static const char *numpy_type(uint32_t type) {
    switch (type) {
    case WISP_TYPE_F32:
        return "<f4";
    case WISP_TYPE_F64:
        return "<f8";
    case WISP_TYPE_I32:
        return "<i4";
    case WISP_TYPE_U32:
        return "<u4";
    case WISP_TYPE_U8:
        return "|u1";
    case WISP_TYPE_U16:
        return "<u2";
    case WISP_TYPE_U64:
        return "<u8";
    default:
        return "<i8";
    }
}

/* Element i's component c as it lies in memory. */
static const char *raw(const struct buffer *b, uint64_t i, uint32_t c) {
    size_t size = buffer_type_size(b->type);
    bool planar = (b->flags & WISP_BUFFER_PLANAR) != 0;
    uint64_t at = planar ? c * b->count + i : i * width_of(b) + c;
    return (const char *)b->data + at * size;
}

static void write_raw(const struct buffer *b, uint64_t i, struct strbuf *out) {
    size_t size = buffer_type_size(b->type);
    if ((b->flags & WISP_BUFFER_PLANAR) == 0) {
        strbuf_add_n(out, raw(b, i, 0), size * width_of(b));
        return;
    }
    for (uint32_t c = 0; c < width_of(b); c++) strbuf_add_n(out, raw(b, i, c), size);
}

static void write_npy(const struct buffer *b, struct strbuf *out) {
    enum { PREFIX = 10, ALIGN = 64, HEAD_MOST = 256 };
    char head[HEAD_MOST], shape[64];
    if (width_of(b) == 1)
        str_format(shape, sizeof shape, "(%llu,)", (unsigned long long)b->used);
    else
        str_format(shape, sizeof shape, "(%llu, %u)", (unsigned long long)b->used, width_of(b));
    size_t n = str_format(head, sizeof head - ALIGN,
                          "{'descr': '%s', 'fortran_order': False, 'shape': %s, }",
                          numpy_type(b->type), shape);
    while ((PREFIX + n + 1) % ALIGN != 0) head[n++] = ' ';
    head[n++] = '\n';
    const char prefix[PREFIX] = {'\x93',          'N',           'U', 'M', 'P', 'Y', 1, 0,
                                 (char)(n & 255), (char)(n >> 8)};
    strbuf_add_n(out, prefix, PREFIX);
    strbuf_add_n(out, head, n);
    for (uint64_t i = 0; i < b->used && out->status == WISP_OK; i++) write_raw(b, i, out);
}

/* PLY has no 64-bit integers: those become doubles. */
static const char *ply_type(uint32_t type) {
    switch (type) {
    case WISP_TYPE_F32:
        return "float";
    case WISP_TYPE_I32:
        return "int";
    case WISP_TYPE_U32:
        return "uint";
    case WISP_TYPE_U8:
        return "uchar";
    case WISP_TYPE_U16:
        return "ushort";
    default:
        return "double";
    }
}

static void ply_element(const struct buffer *b, uint64_t i, uint32_t c, struct strbuf *out) {
    if (b->type != WISP_TYPE_U64 && b->type != WISP_TYPE_I64) {
        strbuf_add_n(out, raw(b, i, c), buffer_type_size(b->type));
        return;
    }
    double value = buffer_value(b, i, c);
    strbuf_add_n(out, (const char *)&value, sizeof value);
}

static wisp_status write_ply(const struct buffer *const *buffers, uint32_t count,
                             struct strbuf *out) {
    static const char *const xyz[] = {"x", "y", "z"};
    char name[BUFFER_NAME + 16];
    if (width_of(buffers[0]) < 3) return WISP_E_BAD_PARAM;
    strbuf_addf(out, "ply\nformat binary_little_endian 1.0\nelement vertex %llu\n",
                (unsigned long long)buffers[0]->used);
    for (uint32_t b = 0; b < count; b++)
        for (uint32_t c = 0; c < width_of(buffers[b]); c++) {
            column_name(buffers[b], c, '_', name, sizeof name);
            if (b == 0 && c < 3) str_copy(name, sizeof name, xyz[c]);
            strbuf_addf(out, "property %s %s\n", ply_type(buffers[b]->type), name);
        }
    strbuf_add(out, "end_header\n");
    for (uint64_t i = 0; i < buffers[0]->used && out->status == WISP_OK; i++)
        for (uint32_t b = 0; b < count; b++)
            for (uint32_t c = 0; c < width_of(buffers[b]); c++)
                ply_element(buffers[b], i, c, out);
    return WISP_OK;
}

static void write_points(const struct buffer *b, const char *prefix, struct strbuf *out) {
    for (uint64_t i = 0; i < b->used && out->status == WISP_OK; i++)
        strbuf_addf(out, "%s%.9g %.9g %.9g\n", prefix, buffer_value(b, i, 0),
                    buffer_value(b, i, 1), buffer_value(b, i, 2));
}

static wisp_status write_vtk(const struct buffer *const *buffers, uint32_t count,
                             struct strbuf *out) {
    unsigned long long n = (unsigned long long)buffers[0]->used;
    if (width_of(buffers[0]) < 3) return WISP_E_BAD_PARAM;
    strbuf_addf(out,
                "# vtk DataFile Version 3.0\nwisp\nASCII\nDATASET POLYDATA\n"
                "POINTS %llu float\n",
                n);
    write_points(buffers[0], "", out);
    strbuf_addf(out, "VERTICES %llu %llu\n", n, 2 * n);
    for (unsigned long long i = 0; i < n; i++) strbuf_addf(out, "1 %llu\n", i);
    if (count > 1) strbuf_addf(out, "POINT_DATA %llu\nFIELD state %u\n", n, count - 1);
    for (uint32_t b = 1; b < count; b++) {
        strbuf_addf(out, "%s %u %llu double\n", buffers[b]->name, width_of(buffers[b]), n);
        for (uint64_t i = 0; i < n && out->status == WISP_OK; i++)
            for (uint32_t c = 0; c < width_of(buffers[b]); c++)
                strbuf_addf(out, "%.9g%c", buffer_value(buffers[b], i, c),
                            c + 1 < width_of(buffers[b]) ? ' ' : '\n');
    }
    return WISP_OK;
}

static wisp_status write_obj(const struct buffer *const *buffers, uint32_t count,
                             struct strbuf *out) {
    if (count != 2 || width_of(buffers[0]) < 3 || width_of(buffers[1]) != 3)
        return WISP_E_BAD_PARAM;
    write_points(buffers[0], "v ", out);
    for (uint64_t i = 0; i < buffers[1]->used && out->status == WISP_OK; i++) {
        strbuf_add(out, "f");
        for (uint32_t c = 0; c < 3; c++)
            strbuf_addf(out, " %.0f", buffer_value(buffers[1], i, c) + 1.0);
        strbuf_add(out, "\n");
    }
    return WISP_OK;
}

wisp_status export_write(enum export_format format, const struct buffer *const *buffers,
                         uint32_t count, struct strbuf *out) {
    wisp_status status = WISP_OK;
    if (count == 0) return WISP_E_BAD_PARAM;
    switch (format) {
    case EXPORT_CSV:
        write_csv(buffers, count, out);
        break;
    case EXPORT_NPY:
        if (count != 1) return WISP_E_BAD_PARAM;
        write_npy(buffers[0], out);
        break;
    case EXPORT_PLY:
        status = write_ply(buffers, count, out);
        break;
    case EXPORT_VTK:
        status = write_vtk(buffers, count, out);
        break;
    case EXPORT_OBJ:
        status = write_obj(buffers, count, out);
        break;
    }
    return status != WISP_OK ? status : out->status;
}
