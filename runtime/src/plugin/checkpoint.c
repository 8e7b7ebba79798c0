/* SPDX-License-Identifier: MIT */
#include "plugin/checkpoint.h"

#include "base/hash.h"
#include "plugin/buffer_convert.h"
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "other machines must swap bytes here");

enum { MAGIC = 0x43505357, VERSION = 1 }; /* "WSPC" */
#define FLAG_USED_SET (1u << 31)
#define FLAGS_KNOWN (WISP_BUFFER_SPATIAL | WISP_BUFFER_PLANAR | FLAG_USED_SET)

struct head {
    uint32_t magic, version;
    uint64_t size;
    uint32_t schema, buffer_count;
    uint64_t steps;
    char effect[BUFFER_NAME];
};

struct record {
    char name[BUFFER_NAME];
    uint32_t type, components, flags, reserved;
    uint64_t count, used;
};
_Static_assert(sizeof(struct head) == 64 && sizeof(struct record) == 64, "layout");

static bool is_kept(const struct buffer *b) { return !(b->flags & WISP_BUFFER_SCRATCH); }

static size_t padded(size_t size) { return (size + 7) & ~(size_t)7; }

static size_t used_bytes(const struct buffer *b) {
    return (size_t)b->used * b->components * buffer_type_size(b->type);
}

size_t checkpoint_size(const struct buffer_store *store) {
    size_t size = sizeof(struct head) + sizeof(uint64_t);
    for (uint32_t i = 0; i < store->count; i++)
        if (is_kept(&store->items[i]))
            size += sizeof(struct record) + padded(used_bytes(&store->items[i]));
    return size;
}

/* Where the parts go: into memory, or into a hash. */
struct sink {
    unsigned char *out; /* NULL: only hash */
    size_t at;
    struct hash hash;
};

static void emit(struct sink *sink, const void *bytes, size_t size) {
    if (size == 0) return;
    if (sink->out)
        memcpy(sink->out + sink->at, bytes, size);
    else
        hash_add(&sink->hash, bytes, size);
    sink->at += size;
}

static void emit_data(struct sink *sink, const struct buffer *b) {
    static const unsigned char zeros[8];
    size_t bytes = used_bytes(b), number = buffer_type_size(b->type);
    if ((b->flags & WISP_BUFFER_PLANAR) && b->components > 1)
        for (uint32_t c = 0; c < b->components; c++)
            emit(sink, (const char *)b->data + c * b->count * number, (size_t)b->used * number);
    else
        emit(sink, b->data, bytes);
    emit(sink, zeros, padded(bytes) - bytes);
}

static void emit_record(struct sink *sink, const struct buffer *b) {
    struct record r = {.type = b->type,
                       .components = b->components,
                       .flags = b->flags | (b->used_is_set ? FLAG_USED_SET : 0),
                       .count = b->count,
                       .used = b->used};
    memcpy(r.name, b->name, sizeof r.name);
    emit(sink, &r, sizeof r);
}

static void emit_all(struct sink *sink, const struct checkpoint_head *head,
                     const struct buffer_store *store) {
    struct head h = {.magic = MAGIC,
                     .version = VERSION,
                     .size = checkpoint_size(store),
                     .schema = head->schema,
                     .steps = head->steps};
    memcpy(h.effect, head->effect, sizeof h.effect);
    for (uint32_t i = 0; i < store->count; i++) h.buffer_count += is_kept(&store->items[i]);
    emit(sink, &h, sizeof h);
    for (uint32_t i = 0; i < store->count; i++)
        if (is_kept(&store->items[i])) emit_record(sink, &store->items[i]);
    for (uint32_t i = 0; i < store->count; i++)
        if (is_kept(&store->items[i])) emit_data(sink, &store->items[i]);
}

void checkpoint_write(const struct checkpoint_head *head, const struct buffer_store *store,
                      void *out) {
    struct sink sink = {.out = out};
    emit_all(&sink, head, store);
    uint64_t sum = hash_bytes64(out, sink.at);
    emit(&sink, &sum, sizeof sum);
}

uint64_t checkpoint_hash(const struct checkpoint_head *head, const struct buffer_store *store) {
    struct sink sink = {0};
    hash_begin(&sink.hash);
    emit_all(&sink, head, store);
    return hash_finish64(&sink.hash);
}

static bool text_is_ended(const char *text, size_t size) {
    size_t n = strnlen(text, size);
    if (n == 0 || n == size) return false;
    for (size_t i = n; i < size; i++)
        if (text[i]) return false;
    return true;
}

static bool read_head(const unsigned char *bytes, size_t size, struct head *h) {
    uint64_t sum;
    if (size < sizeof *h + sizeof sum) return false;
    memcpy(h, bytes, sizeof *h);
    memcpy(&sum, bytes + size - sizeof sum, sizeof sum);
    return h->magic == MAGIC && h->version == VERSION && h->size == size &&
           h->buffer_count <= BUFFERS_MOST && text_is_ended(h->effect, sizeof h->effect) &&
           size >= sizeof *h + h->buffer_count * sizeof(struct record) + sizeof sum &&
           hash_bytes64(bytes, size - sizeof sum) == sum;
}

static bool record_is_valid(const struct record *r, const char *before) {
    return text_is_ended(r->name, sizeof r->name) && buffer_name_is_valid(r->name) &&
           strcmp(before, r->name) < 0 && buffer_type_size(r->type) != 0 &&
           r->components >= 1 && r->components <= BUFFER_COMPONENTS_MOST &&
           !(r->flags & ~FLAGS_KNOWN) && r->reserved == 0 && r->used <= r->count &&
           ((r->flags & FLAG_USED_SET) || r->used == r->count);
}

/* What a record tells, its data pointing into the container as if count were used. */
static struct buffer buffer_of(const struct record *r, const void *data) {
    struct buffer b = {.type = r->type,
                       .components = r->components,
                       .flags = r->flags & ~FLAG_USED_SET,
                       .count = r->used,
                       .used = r->used};
    memcpy(b.name, r->name, sizeof b.name);
    memcpy(&b.data, &data, sizeof data);
    return b;
}

static wisp_status read_buffer(const struct record *r, const void *data,
                               struct buffer_store *store) {
    struct buffer from = buffer_of(r, data);
    wisp_buffer_desc desc = {.struct_size = sizeof desc,
                             .type = r->type,
                             .name = r->name,
                             .count = r->count,
                             .components = r->components,
                             .flags = from.flags};
    const char *why = NULL;
    void *made = buffers_get(store, &desc, NULL, &why);
    if (!made) return WISP_E_NOMEM;
    if (r->flags & FLAG_USED_SET) buffers_set_used(store, r->name, r->used);
    struct buffer *to = &store->items[store->count - 1];
    buffer_copy(&from, to);
    to->claimed = false;
    to->origin = 0;
    return WISP_OK;
}

static wisp_status read_all(const unsigned char *bytes, size_t size, const struct head *h,
                            struct buffer_store *store) {
    size_t at = sizeof *h + h->buffer_count * sizeof(struct record);
    const char *before = "";
    struct record r[2];
    for (uint32_t i = 0; i < h->buffer_count; i++) {
        struct record *now = &r[i & 1];
        memcpy(now, bytes + sizeof *h + i * sizeof *now, sizeof *now);
        size_t data;
        if (!record_is_valid(now, before) ||
            !buffer_size(now->type, now->components, now->used, &data) ||
            data > size - sizeof(uint64_t) - at || padded(data) > size - sizeof(uint64_t) - at)
            return WISP_E_BAD_DATA;
        wisp_status status = read_buffer(now, bytes + at, store);
        if (status < 0) return status;
        at += padded(data);
        before = now->name;
    }
    return at == size - sizeof(uint64_t) ? WISP_OK : WISP_E_BAD_DATA;
}

wisp_status checkpoint_read(const void *bytes, size_t size, struct checkpoint_head *head,
                            struct buffer_store *store) {
    struct head h;
    if (!read_head(bytes, size, &h)) return WISP_E_BAD_DATA;
    wisp_status status = read_all(bytes, size, &h, store);
    if (status < 0) {
        buffers_free(store);
        return status;
    }
    memcpy(head->effect, h.effect, sizeof head->effect);
    head->schema = h.schema;
    head->steps = h.steps;
    return WISP_OK;
}
