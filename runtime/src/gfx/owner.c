/* SPDX-License-Identifier: MIT
 *
 * owner - the ledger: what each owner has, ending it, and handing it over.
 */
#include "base/hash.h"
#include "gfx/device.h"

/* Pipelines and targets first: they refer to images. */
static const enum pool_kind kinds[] = {POOL_PIPELINE, POOL_TARGET, POOL_IMAGE, POOL_BUFFER};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static void add_up(struct gfx_count *count, enum pool_kind kind, uint64_t bytes) {
    uint32_t *const fields[] = {[POOL_BUFFER] = &count->buffers,
                                [POOL_IMAGE] = &count->images,
                                [POOL_TARGET] = &count->targets,
                                [POOL_PIPELINE] = &count->pipelines};
    ++*fields[kind];
    count->bytes += bytes;
}

static struct gfx_count count_of(const struct gfx *gfx, bool all, gfx_owner owner) {
    struct gfx_count count = {0};
    for (int k = 0; k < KINDS; k++) {
        const struct pool *pool = &gfx->pools[kinds[k]];
        for (size_t i = 0; i < pool->count; i++) {
            const struct slot *slot = pool_at(pool, i);
            if (slot && (all || slot->owner == owner)) add_up(&count, kinds[k], slot->bytes);
        }
    }
    return count;
}

struct gfx_count gfx_owner_count(const struct gfx *gfx, gfx_owner owner) {
    return count_of(gfx, false, owner);
}

struct gfx_stats gfx_stats(const struct gfx *gfx) {
    struct gfx_stats stats = gfx->last;
    stats.live = count_of(gfx, true, 0);
    for (size_t i = 0; i < gfx->program_count; i++) stats.programs += !!gfx->programs[i].state;
    for (size_t i = 0; i < gfx->stream.count; i++)
        stats.stream_reserved += gfx->stream.chunks[i].bytes;
    stats.backend_objects = gfx->backend_objects;
    stats.vendor = gfx->vendor;
    stats.name = gfx->renderer;
    return stats;
}

/* Images of targets end with their target. */
static bool is_part(const struct slot *slot, enum pool_kind kind) {
    return kind == POOL_IMAGE && ((const struct image *)(const void *)slot)->target;
}

static void sweep(struct gfx *gfx, gfx_owner owner, uint64_t before) {
    stream_unmap(gfx);
    for (int k = 0; k < KINDS; k++) {
        const struct pool *pool = &gfx->pools[kinds[k]];
        for (size_t i = 0; i < pool->count; i++) {
            const struct slot *slot = pool_at(pool, i);
            if (slot && slot->owner == owner && slot->touched < before &&
                !is_part(slot, kinds[k]))
                device_end(gfx, kinds[k], slot->id);
        }
    }
}

void gfx_sweep(struct gfx *gfx, gfx_owner owner) { sweep(gfx, owner, UINT64_MAX); }

void gfx_sweep_idle(struct gfx *gfx, gfx_owner owner, uint32_t frames) {
    if (gfx->frame > frames) sweep(gfx, owner, gfx->frame - frames);
}

void gfx_drop(struct gfx *gfx, gfx_owner owner, const char *key) {
    if (!key) return;
    stream_unmap(gfx);
    uint64_t text = hash_text(key);
    for (int k = 1; k < KINDS; k++) /* Pipelines have no key. */
        device_end(gfx, kinds[k],
                   key_table_find(&gfx->keys, device_key(owner, kinds[k], text)));
}

/* The key's text is not kept, so each slot has the hash of it in slot.text. */
static void hand_over_slot(struct gfx *gfx, enum pool_kind kind, struct slot *slot,
                           gfx_owner to) {
    uint64_t key = slot->key ? device_key(to, kind, slot->text) : 0;
    if (key && key_table_find(&gfx->keys, key)) {
        device_end(gfx, kind, slot->id);
        return;
    }
    if (key) {
        /* One goes as one comes: the table need not grow. */
        key_table_remove(&gfx->keys, slot->key);
        key_table_put(&gfx->keys, key, slot->id);
    }
    slot->key = key;
    slot->owner = to;
}

void gfx_hand_over(struct gfx *gfx, gfx_owner from, gfx_owner to) {
    if (from == to) return;
    stream_unmap(gfx);
    for (int k = 0; k < KINDS; k++) {
        const struct pool *pool = &gfx->pools[kinds[k]];
        for (size_t i = 0; i < pool->count; i++) {
            struct slot *slot = pool_at(pool, i);
            if (slot && slot->owner == from) hand_over_slot(gfx, kinds[k], slot, to);
        }
    }
}
