/* SPDX-License-Identifier: MIT
 *
 * pipeline - how vertices are read and pixels written, found by the whole description.
 */
#include "base/hash.h"
#include "gfx/desc.h"
#include "gfx/device.h"

static uint64_t text_hash(const char *text) { return text ? hash_text(text) : 0; }

/* Blanks the texts of d, so that only plain data is left in it. */
static uint64_t hash_desc(wisp_gfx_pipeline_desc *d) {
    const uint64_t texts[] = {text_hash(d->shader.vertex), text_hash(d->shader.fragment),
                              text_hash(d->shader.defines)};
    d->shader = (wisp_gfx_shader_desc){0};
    d->struct_size = sizeof *d;
    uint64_t hash = hash_bytes64(d, sizeof *d);
    const uint64_t parts[] = {texts[0], texts[1], texts[2], hash};
    hash = hash_bytes64(parts, sizeof parts);
    return hash ? hash : 1;
}

static size_t attr_bytes(uint32_t format) {
    static const uint8_t bytes[] = {0, 4, 8, 12, 16, 4, 4, 4, 8, 4, 4};
    return format < sizeof bytes ? bytes[format] : 0;
}

static bool attrs_are_valid(struct pipeline *p) {
    for (size_t i = 0; i < WISP_MAX_ATTRS && p->desc.attrs[i].format; i++) {
        const wisp_attr *a = &p->desc.attrs[i];
        size_t bytes = attr_bytes(a->format);
        if (!bytes || a->buffer >= WISP_MAX_VERTEX_BUFFERS || a->location >= WISP_MAX_ATTRS ||
            p->desc.strides[a->buffer] > 2048 ||
            (size_t)a->offset + bytes > p->desc.strides[a->buffer])
            return false;
        p->buffer_mask |= 1u << a->buffer;
    }
    return true;
}

static bool is_valid(struct pipeline *p) {
    const wisp_gfx_pipeline_desc *d = &p->desc;
    return attrs_are_valid(p) && d->primitive <= WISP_PRIMITIVE_POINTS &&
           d->blend <= WISP_BLEND_MULTIPLY && d->depth <= WISP_DEPTH_OFF &&
           d->cull <= WISP_CULL_FRONT &&
           (d->index_bytes == 0 || d->index_bytes == 2 || d->index_bytes == 4);
}

static struct pipeline *make(struct gfx *gfx, gfx_owner owner, uint64_t text,
                             const wisp_gfx_pipeline_desc *plain,
                             const wisp_gfx_shader_desc *shader) {
    struct pipeline *pipeline = device_add(gfx, POOL_PIPELINE, owner, text);
    if (!pipeline) return NULL;
    uint32_t id = pipeline->slot.id;
    pipeline->desc = *plain;
    pipeline->program = UINT32_MAX;
    pipeline->slot.state = WISP_GFX_FAILED;
    if (!is_valid(pipeline)) {
        device_say_once(gfx, owner, "pipeline of \"%s\": a number in it is not valid",
                        shader->vertex ? shader->vertex : "");
        return pipeline;
    }
    wisp_gfx_shader_desc whole;
    desc_read(&whole, sizeof whole, shader);
    int32_t program = program_use(gfx, &whole);
    pipeline = device_pipeline(gfx, (wisp_pipeline){id});
    if (program >= 0) {
        pipeline->program = (uint32_t)program;
        pipeline->slot.state = WISP_GFX_READY; /* The program's own state decides. */
    }
    return pipeline;
}

wisp_pipeline gfx_pipeline(struct gfx *gfx, gfx_owner owner,
                           const wisp_gfx_pipeline_desc *desc) {
    wisp_gfx_pipeline_desc d;
    if (!desc) return (wisp_pipeline){0};
    desc_read(&d, sizeof d, desc);
    wisp_gfx_shader_desc shader = d.shader;
    uint64_t text = hash_desc(&d);
    wisp_pipeline handle = {key_table_find(&gfx->keys, device_key(owner, POOL_PIPELINE, text))};
    struct pipeline *pipeline = device_pipeline(gfx, handle);
    if (!pipeline) {
        stream_unmap(gfx);
        pipeline = make(gfx, owner, text, &d, &shader);
    }
    if (!pipeline) return (wisp_pipeline){0};
    pipeline->slot.touched = gfx->frame;
    return (wisp_pipeline){pipeline->slot.id};
}

uint32_t gfx_pipeline_state(struct gfx *gfx, wisp_pipeline handle) {
    const struct pipeline *pipeline = device_pipeline(gfx, handle);
    if (!pipeline) return WISP_GFX_NONE;
    if (pipeline->slot.state != WISP_GFX_READY) return pipeline->slot.state;
    return gfx->programs[pipeline->program].state;
}

void pipeline_end(struct gfx *gfx, struct pipeline *pipeline) {
    if (pipeline->program != UINT32_MAX && pipeline->slot.state != WISP_GFX_NONE)
        program_release(gfx, pipeline->program);
    pipeline->program = UINT32_MAX;
}
