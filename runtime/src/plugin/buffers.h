/* SPDX-License-Identifier: MIT
 *
 * The named, typed buffers of one run: all the memory that a plugin has.
 *
 * Asking again with another shape keeps what fits: the common prefix of elements and of
 * components; numbers are converted between element types, and one that the new type cannot
 * hold becomes 0. Only the `used` elements of a buffer are kept, saved and hashed.
 *
 * Ownership  The store's. Data addresses hold until the buffer is asked for with another shape.
 * Errors     NULL or a negative status with the store as it was.
 * Threads    Main.
 */
#ifndef PLUGIN_BUFFERS_H
#define PLUGIN_BUFFERS_H

#include "base/alloc.h"
#include <wisp/effect.h>

enum { BUFFER_NAME = 32, BUFFERS_MOST = 64, BUFFER_COMPONENTS_MOST = 64, BUFFER_ALIGN = 64 };

struct buffer {
    char name[BUFFER_NAME];
    uint32_t type, components, flags;
    uint64_t count, used; /* Elements. */
    void *data;           /* BUFFER_ALIGN-aligned, never NULL. */
    /* Private. */
    void *block;
    size_t block_size;
    uint32_t origin;  /* WISP_ORIGIN_ of the first request in this run. */
    bool claimed;     /* Asked for in this run. */
    bool used_is_set; /* else used follows count */
};

struct buffer_store {
    const struct allocator *allocator;
    size_t budget, bytes; /* bytes: of the buffers, alignment included. */
    struct buffer *items; /* By name. */
    uint32_t count;
    size_t capacity;
};

void buffers_init(struct buffer_store *store, const struct allocator *allocator, size_t budget);
void buffers_free(struct buffer_store *store);

/* As wisp_state_1. why (may be NULL) gets a static text on failure. */
void *buffers_get(struct buffer_store *store, const wisp_buffer_desc *desc, uint32_t *origin,
                  const char **why);
wisp_status buffers_set_used(struct buffer_store *store, const char *name, uint64_t count);
void buffers_drop(struct buffer_store *store, const char *name);

const struct buffer *buffers_find(const struct buffer_store *store, const char *name);

/* Copy what is kept (used elements, no scratch) into an empty store, unclaimed. */
wisp_status buffers_clone(const struct buffer_store *from, struct buffer_store *to);

/* How a new run took over the old one's buffers. */
struct buffers_report {
    uint32_t kept, resized, converted, defaulted; /* Asked for in this run, scratch not. */
    uint32_t dropped;                             /* Old ones that nobody asked for. */
};
struct buffers_report buffers_report(const struct buffer_store *store);
/* Free the buffers that this run did not ask for. */
void buffers_sweep(struct buffer_store *store);

/* [a-z][a-z0-9_.]*, at most 31 characters. */
bool buffer_name_is_valid(const char *name);
/* Bytes of one element's component. 0: no such type. */
size_t buffer_type_size(uint32_t type);
const char *buffer_type_text(uint32_t type); /* "f32" */
/* Component c of element i as a number, whatever the type and layout. */
double buffer_value(const struct buffer *buffer, uint64_t element, uint32_t component);

/* Look for a NaN among at most `most` numbers from *cursor on, which wraps around over all kept
 * float buffers: a bit each step finds it soon and costs nothing. True: found, in *buffer at
 * *element. */
bool buffers_find_nan(const struct buffer_store *store, uint64_t *cursor, uint64_t most,
                      const struct buffer **buffer, uint64_t *element);

#endif
