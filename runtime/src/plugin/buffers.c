/* SPDX-License-Identifier: MIT */
#include "plugin/buffers.h"

#include "plugin/buffer_convert.h"
#include <math.h>
#include <string.h>

void buffers_init(struct buffer_store *store, const struct allocator *allocator,
                  size_t budget) {
    memset(store, 0, sizeof *store);
    store->allocator = allocator;
    store->budget = budget;
}

static void release(struct buffer_store *store, struct buffer *b) {
    store->bytes -= b->block_size;
    alloc_free(store->allocator, b->block, b->block_size);
}

void buffers_free(struct buffer_store *store) {
    for (uint32_t i = 0; i < store->count; i++) release(store, &store->items[i]);
    alloc_free(store->allocator, store->items, store->capacity * sizeof *store->items);
    store->items = NULL;
    store->capacity = 0;
    store->count = 0;
}

/* Room for one more; the address of items may change. */
static bool make_room(struct buffer_store *store) {
    void *items = store->items;
    if (!alloc_grow(store->allocator, &items, &store->capacity, store->count + 1,
                    sizeof *store->items))
        return false;
    store->items = items;
    return true;
}

/* Index of a name, or where it would be put, with *found false. */
static uint32_t place_of(const struct buffer_store *store, const char *name, bool *found) {
    uint32_t i = 0;
    int order = -1;
    while (i < store->count && (order = strcmp(store->items[i].name, name)) < 0) i++;
    *found = i < store->count && order == 0;
    return i;
}

const struct buffer *buffers_find(const struct buffer_store *store, const char *name) {
    bool found;
    uint32_t i = place_of(store, name, &found);
    return found ? &store->items[i] : NULL;
}

static void remove_at(struct buffer_store *store, uint32_t i) {
    release(store, &store->items[i]);
    store->count--;
    memmove(&store->items[i], &store->items[i + 1], (store->count - i) * sizeof *store->items);
}

bool buffer_name_is_valid(const char *name) {
    if (!name || name[0] < 'a' || name[0] > 'z') return false;
    size_t n = 0;
    for (; name[n]; n++) {
        char c = name[n];
        bool fits = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
        if (!fits || n >= BUFFER_NAME - 1) return false;
    }
    return true;
}

/* The fields that the plugin's header knew; the rest zero. */
static const char *read_desc(const wisp_buffer_desc *given, wisp_buffer_desc *out) {
    memset(out, 0, sizeof *out);
    if (!given) return "no description";
    if (given->struct_size < offsetof(wisp_buffer_desc, components))
        return "struct_size is not set";
    size_t size = given->struct_size;
    memcpy(out, given, size < sizeof *out ? size : sizeof *out);
    if (out->components == 0) out->components = 1;
    if (!buffer_name_is_valid(out->name))
        return "the name must be [a-z][a-z0-9_.]*, at most 31 long";
    if (buffer_type_size(out->type) == 0) return "unknown element type";
    if (out->components > BUFFER_COMPONENTS_MOST) return "more than 64 components";
    return NULL;
}

/* New zeroed memory for a buffer whose shape is set; within budget, `given_back` bytes of it
 * being about to be free. */
static const char *take_memory(struct buffer_store *store, struct buffer *b,
                               size_t given_back) {
    size_t size;
    if (!buffer_size(b->type, b->components, b->count, &size) ||
        !size_add(size, 2 * BUFFER_ALIGN, &size))
        return "the size does not fit";
    size_t others = store->bytes - given_back;
    if (size > store->budget || others > store->budget - size) return "over the memory budget";
    b->block = alloc_zero(store->allocator, size);
    if (!b->block) return "out of memory";
    b->block_size = size;
    uintptr_t at = ((uintptr_t)b->block + BUFFER_ALIGN - 1) & ~(uintptr_t)(BUFFER_ALIGN - 1);
    b->data = (char *)b->block + (at - (uintptr_t)b->block);
    store->bytes += size;
    return NULL;
}

static void shape_from(struct buffer *b, const wisp_buffer_desc *desc) {
    b->type = desc->type;
    b->components = desc->components;
    b->flags = desc->flags & (WISP_BUFFER_SCRATCH | WISP_BUFFER_SPATIAL | WISP_BUFFER_PLANAR);
    b->count = desc->count;
}

static const char *add(struct buffer_store *store, uint32_t at, const wisp_buffer_desc *desc) {
    if (store->count == BUFFERS_MOST) return "more than 64 buffers";
    if (!make_room(store)) return "out of memory";
    struct buffer b = {.origin = WISP_ORIGIN_FRESH, .claimed = true};
    memcpy(b.name, desc->name, strlen(desc->name));
    shape_from(&b, desc);
    b.used = b.count;
    const char *why = take_memory(store, &b, 0);
    if (why) return why;
    memmove(&store->items[at + 1], &store->items[at],
            (store->count - at) * sizeof *store->items);
    store->items[at] = b;
    store->count++;
    return NULL;
}

static uint32_t change_between(const struct buffer *b, const wisp_buffer_desc *desc) {
    bool planar = desc->flags & WISP_BUFFER_PLANAR;
    bool was_planar = b->flags & WISP_BUFFER_PLANAR;
    if (b->type != desc->type) return WISP_ORIGIN_CONVERTED;
    if (b->components != desc->components || b->count != desc->count)
        return WISP_ORIGIN_RESIZED;
    return planar != was_planar && b->components > 1 ? WISP_ORIGIN_CONVERTED : WISP_ORIGIN_KEPT;
}

static const char *reshape(struct buffer_store *store, struct buffer *old,
                           const wisp_buffer_desc *desc) {
    struct buffer b = *old;
    shape_from(&b, desc);
    if (!b.used_is_set)
        b.used = b.count;
    else if (b.used > b.count)
        b.used = b.count;
    const char *why = take_memory(store, &b, old->block_size);
    if (why) return why;
    buffer_copy(old, &b);
    release(store, old);
    *old = b;
    return NULL;
}

/* Give the buffer of an old name its new one. */
static uint32_t rename_to(struct buffer_store *store, uint32_t from, const char *name) {
    struct buffer b = store->items[from];
    store->count--;
    memmove(&store->items[from], &store->items[from + 1],
            (store->count - from) * sizeof *store->items);
    bool found;
    uint32_t at = place_of(store, name, &found);
    memset(b.name, 0, sizeof b.name);
    memcpy(b.name, name, strlen(name));
    memmove(&store->items[at + 1], &store->items[at],
            (store->count - at) * sizeof *store->items);
    store->items[at] = b;
    store->count++;
    return at;
}

static void *get(struct buffer_store *store, const wisp_buffer_desc *desc, uint32_t *origin,
                 const char **why) {
    bool found;
    uint32_t at = place_of(store, desc->name, &found);
    if (!found && buffer_name_is_valid(desc->alias)) {
        uint32_t old = place_of(store, desc->alias, &found);
        found = found && !store->items[old].claimed;
        if (found) at = rename_to(store, old, desc->name);
    }
    if (!found) {
        *why = add(store, at, desc);
        if (*why) return NULL;
        *origin = WISP_ORIGIN_FRESH;
        return store->items[at].data;
    }
    struct buffer *b = &store->items[at];
    *origin = change_between(b, desc);
    if (*origin != WISP_ORIGIN_KEPT) {
        *why = reshape(store, b, desc);
        if (*why) return NULL;
    } else {
        shape_from(b, desc);
    }
    if (!b->claimed) b->origin = *origin;
    b->claimed = true;
    return b->data;
}

void *buffers_get(struct buffer_store *store, const wisp_buffer_desc *desc, uint32_t *origin,
                  const char **why) {
    wisp_buffer_desc known;
    uint32_t from = 0;
    const char *problem = read_desc(desc, &known);
    void *data = problem ? NULL : get(store, &known, &from, &problem);
    if (data && origin) *origin = from;
    if (!data && why) *why = problem;
    return data;
}

wisp_status buffers_set_used(struct buffer_store *store, const char *name, uint64_t count) {
    bool found = false;
    uint32_t i = name ? place_of(store, name, &found) : 0;
    if (!found) return WISP_E_NOT_FOUND;
    if (count > store->items[i].count) return WISP_E_BAD_PARAM;
    store->items[i].used = count;
    store->items[i].used_is_set = true;
    return WISP_OK;
}

void buffers_drop(struct buffer_store *store, const char *name) {
    bool found = false;
    uint32_t i = name ? place_of(store, name, &found) : 0;
    if (found) remove_at(store, i);
}

wisp_status buffers_clone(const struct buffer_store *from, struct buffer_store *to) {
    for (uint32_t i = 0; i < from->count; i++) {
        const struct buffer *old = &from->items[i];
        if (old->flags & WISP_BUFFER_SCRATCH) continue;
        struct buffer b = *old;
        b.claimed = false;
        b.origin = 0;
        if (!make_room(to) || take_memory(to, &b, 0)) {
            buffers_free(to);
            return WISP_E_NOMEM;
        }
        buffer_copy(old, &b);
        to->items[to->count++] = b;
    }
    return WISP_OK;
}

struct buffers_report buffers_report(const struct buffer_store *store) {
    struct buffers_report r = {0};
    for (uint32_t i = 0; i < store->count; i++) {
        const struct buffer *b = &store->items[i];
        if (b->flags & WISP_BUFFER_SCRATCH) continue;
        if (!b->claimed)
            r.dropped++;
        else if (b->origin == WISP_ORIGIN_KEPT)
            r.kept++;
        else if (b->origin == WISP_ORIGIN_RESIZED)
            r.resized++;
        else if (b->origin == WISP_ORIGIN_CONVERTED)
            r.converted++;
        else
            r.defaulted++;
    }
    return r;
}

void buffers_sweep(struct buffer_store *store) {
    for (uint32_t i = store->count; i-- > 0;)
        if (!store->items[i].claimed) remove_at(store, i);
}

static uint64_t float_count(const struct buffer *b) {
    bool real = b->type == WISP_TYPE_F32 || b->type == WISP_TYPE_F64;
    return real && !(b->flags & WISP_BUFFER_SCRATCH) ? b->used * b->components : 0;
}

/* First NaN of n numbers in a row, or n. The first loop has no branch, so that it is fast. */
static uint64_t nan_in_f32(const float *v, uint64_t n) {
    uint32_t bad = 0;
    for (uint64_t k = 0; k < n; k++) bad |= v[k] != v[k];
    if (!bad) return n;
    uint64_t k = 0;
    while (!isnan(v[k])) k++;
    return k;
}

static uint64_t nan_in_f64(const double *v, uint64_t n) {
    uint32_t bad = 0;
    for (uint64_t k = 0; k < n; k++) bad |= v[k] != v[k];
    if (!bad) return n;
    uint64_t k = 0;
    while (!isnan(v[k])) k++;
    return k;
}

/* Numbers [first, first + n) of the used elements, counted without the unused ends of planes.
 */
static bool scan(const struct buffer *b, uint64_t first, uint64_t n, uint64_t *element) {
    bool planar = b->flags & WISP_BUFFER_PLANAR;
    uint64_t end = first + n;
    while (first < end) {
        uint64_t run = planar ? b->used - first % b->used : end - first;
        if (run > end - first) run = end - first;
        uint64_t at = planar ? first / b->used * b->count + first % b->used : first;
        uint64_t clean = b->type == WISP_TYPE_F32
                             ? nan_in_f32((const float *)b->data + at, run)
                             : nan_in_f64((const double *)b->data + at, run);
        if (clean < run) {
            *element = planar ? (first + clean) % b->used : (first + clean) / b->components;
            return true;
        }
        first += run;
    }
    return false;
}

bool buffers_find_nan(const struct buffer_store *store, uint64_t *cursor, uint64_t most,
                      const struct buffer **buffer, uint64_t *element) {
    uint64_t total = 0;
    for (uint32_t i = 0; i < store->count; i++) total += float_count(&store->items[i]);
    if (total == 0) return false;
    if (*cursor >= total) *cursor = 0;
    uint64_t from = *cursor, left = most < total ? most : total;
    *cursor = (from + left) % total;
    while (left > 0) {
        uint64_t skip = from;
        uint32_t i = 0;
        while (skip >= float_count(&store->items[i])) skip -= float_count(&store->items[i++]);
        uint64_t here = float_count(&store->items[i]) - skip;
        uint64_t n = here < left ? here : left;
        if (scan(&store->items[i], skip, n, element)) {
            *buffer = &store->items[i];
            return true;
        }
        left -= n;
        from = (from + n) % total;
    }
    return false;
}
