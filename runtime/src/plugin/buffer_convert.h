/* SPDX-License-Identifier: MIT
 *
 * Elements from one shape of buffer to another: count, components, element type, planes.
 * Threads  Pure.
 */
#ifndef PLUGIN_BUFFER_CONVERT_H
#define PLUGIN_BUFFER_CONVERT_H

#include "plugin/buffers.h"

/* Bytes of all elements; false when it does not fit. */
bool buffer_size(uint32_t type, uint32_t components, uint64_t count, size_t *out);

/* Where component c of element i begins, in units of one number. */
static inline uint64_t buffer_index(const struct buffer *buffer, uint64_t i, uint32_t c) {
    return buffer->flags & WISP_BUFFER_PLANAR ? c * buffer->count + i
                                              : i * buffer->components + c;
}

/* Copy the used elements of `from` that fit into `to`, whose data is zeroed. */
void buffer_copy(const struct buffer *from, struct buffer *to);

#endif
