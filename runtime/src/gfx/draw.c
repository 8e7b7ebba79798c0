/* SPDX-License-Identifier: MIT
 *
 * draw - passes and draws: everything is checked here, so that a backend only has to obey.
 */
#include "base/hash.h"
#include "gfx/desc.h"
#include "gfx/device.h"

static struct target *current_target(struct gfx *gfx) {
    if (!gfx->pass_count) return NULL;
    struct target *target = device_target(gfx, gfx->passes[gfx->pass_count - 1].target);
    return target && target->slot.state == WISP_GFX_READY ? target : NULL;
}

void gfx_begin_pass(struct gfx *gfx, gfx_owner owner, const wisp_pass *pass) {
    wisp_pass p;
    if (!pass || !gfx->in_frame) return;
    desc_read(&p, sizeof p, pass);
    stream_unmap(gfx);
    if (gfx->pass_count && gfx->passes[gfx->pass_count - 1].owner == owner) {
        device_say_once(gfx, owner, "begin_pass() before end_pass()");
        gfx->pass_count--;
    }
    if (gfx->pass_count == sizeof gfx->passes / sizeof gfx->passes[0]) return;
    gfx->passes[gfx->pass_count++] = (struct pass){p.target, owner};
    struct target *target = current_target(gfx);
    if (!target) return; /* Draws up to end_pass are dropped. */
    target->slot.touched = gfx->frame;
    if (p.depth_value <= 0.0f) p.depth_value = 1.0f;
    gfx->backend->pass_begin(gfx, target, &p);
}

void gfx_end_pass(struct gfx *gfx, gfx_owner owner) {
    stream_unmap(gfx);
    if (gfx->pass_count && gfx->passes[gfx->pass_count - 1].owner == owner) gfx->pass_count--;
}

void gfx_effect_begin(struct gfx *gfx, gfx_owner owner) {
    (void)owner;
    stream_unmap(gfx);
}

void gfx_effect_end(struct gfx *gfx, gfx_owner owner) {
    stream_unmap(gfx);
    if (!gfx->pass_count || gfx->passes[gfx->pass_count - 1].owner != owner) return;
    device_say_once(gfx, owner, "draw() returned without end_pass()");
    gfx->pass_count--;
}

/* The image belongs to the target being drawn into: reading it would be undefined. */
static bool is_feedback(struct gfx *gfx, wisp_image handle, const struct target *target) {
    const struct image *image = device_image(gfx, handle);
    return image && image->target && image->target == target->slot.id;
}

static wisp_image find_texture(const struct gfx *gfx, const wisp_draw *d, const char *name) {
    for (size_t i = 0; i < WISP_MAX_TEXTURES; i++)
        if (d->textures[i].name && str_equal(d->textures[i].name, name))
            return d->textures[i].image;
    for (size_t i = 0; i < FRAME_TEXTURES_MOST; i++)
        if (gfx->frame_textures[i].name && str_equal(gfx->frame_textures[i].name, name))
            return gfx->frame_textures[i].image;
    return (wisp_image){0};
}

static void bind_textures(struct gfx *gfx, gfx_owner owner, const wisp_draw *d,
                          const struct target *target, struct draw_call *call) {
    const struct program_build *build = &call->program->build;
    for (uint32_t i = 0; i < build->sampler_count; i++) {
        wisp_image image = find_texture(gfx, d, build->samplers[i].name);
        if (is_feedback(gfx, image, target)) {
            device_say_once(gfx, owner, "a draw reads \"%s\" of the target it draws into",
                            build->samplers[i].name);
            image = (wisp_image){0};
        }
        if (build->samplers[i].shadow) {
            const struct image *map = device_image(gfx, image);
            if (!map || map->format != WISP_FORMAT_DEPTH) image = gfx->lit;
        }
        call->textures[i] = image_texture(gfx, image, build->samplers[i].kind);
    }
}

/* Elements [first, first + count) of a vertex buffer lie within it. */
static bool reaches(const struct buffer *buffer, size_t offset, size_t stride, uint64_t first,
                    uint64_t count) {
    if (!count) return true;
    if (!stride) return offset <= buffer->bytes;
    uint64_t end = (uint64_t)offset + (first + count) * stride;
    return end <= buffer->bytes;
}

static bool bind_vertices(struct gfx *gfx, const wisp_draw *d, const struct pipeline *p,
                          struct draw_call *call) {
    for (uint32_t i = 0; i < WISP_MAX_VERTEX_BUFFERS; i++) {
        if (!(p->buffer_mask & 1u << i)) continue;
        struct buffer *buffer = device_buffer(gfx, d->buffers[i]);
        if (!buffer || buffer->slot.state != WISP_GFX_READY) return false;
        bool instanced = p->desc.per_instance[i];
        uint64_t count = instanced ? call->instances : p->desc.index_bytes ? 1 : d->count;
        uint64_t first = instanced || p->desc.index_bytes ? 0 : d->first;
        if (!reaches(buffer, d->offsets[i], p->desc.strides[i], first, count)) {
            device_say_once(gfx, p->slot.owner, "a draw goes past the end of vertex buffer %u",
                            i);
            return false;
        }
        buffer->slot.touched = gfx->frame;
        call->buffers[i] = buffer->name;
        call->offsets[i] = d->offsets[i];
    }
    return true;
}

static bool bind_index(struct gfx *gfx, const wisp_draw *d, const struct pipeline *p,
                       struct draw_call *call) {
    if (!p->desc.index_bytes) return true;
    struct buffer *buffer = device_buffer(gfx, d->index);
    if (!buffer || buffer->slot.state != WISP_GFX_READY) return false;
    if (!reaches(buffer, 0, p->desc.index_bytes, d->first, d->count)) {
        device_say_once(gfx, p->slot.owner, "a draw goes past the end of the index buffer");
        return false;
    }
    buffer->slot.touched = gfx->frame;
    call->index = buffer->name;
    return true;
}

/* Copy block Effect; what the draw leaves out of the shader's block is zero. */
static bool bind_uniforms(struct gfx *gfx, const wisp_draw *d, struct draw_call *call) {
    size_t given = d->uniforms ? d->uniform_bytes : 0;
    size_t wanted = call->program->build.effect_bytes;
    size_t bytes = given > wanted ? given : wanted, at;
    struct chunk *chunk;
    if (given > UNIFORM_BYTES_MOST) return false;
    if (!bytes) return true;
    if (!stream_take(gfx, bytes, gfx->uniform_align, &chunk, &at)) return false;
    unsigned char *to = chunk->map + (at - chunk->map_at);
    memcpy(to, d->uniforms ? d->uniforms : (const void *)"", given);
    memset(to + given, 0, bytes - given);
    stream_unmap(gfx);
    call->uniform_buffer = device_buffer(gfx, chunk->buffer)->name;
    call->uniform_offset = at;
    call->uniform_bytes = bytes;
    return true;
}

static void record(struct gfx *gfx, gfx_owner owner, const wisp_draw *d,
                   const struct draw_call *call) {
    if (!gfx->records || gfx->record_count == GFX_RECORDS_MOST) return;
    struct gfx_record *r = &gfx->records[gfx->record_count++];
    *r = (struct gfx_record){
        .owner = owner,
        .pipeline = d->pipeline,
        .target = gfx->passes[gfx->pass_count - 1].target,
        .first = call->first,
        .count = call->count,
        .instances = call->instances,
        .uniform_bytes = d->uniforms ? d->uniform_bytes : 0,
    };
    if (r->uniform_bytes) r->uniforms_hash = hash_bytes64(d->uniforms, r->uniform_bytes);
    for (size_t i = 0; i < WISP_MAX_TEXTURES; i++) r->textures += !!d->textures[i].image.id;
}

static bool draw(struct gfx *gfx, gfx_owner owner, const wisp_draw *d) {
    struct pipeline *p = device_pipeline(gfx, d->pipeline);
    struct target *target = current_target(gfx);
    if (!p || !target || gfx_pipeline_state(gfx, d->pipeline) != WISP_GFX_READY) return false;
    struct draw_call call = {.program = &gfx->programs[p->program],
                             .pipeline = &p->desc,
                             .first = d->first,
                             .count = d->count,
                             .instances = d->instances ? d->instances : 1,
                             .target = target};
    p->slot.touched = gfx->frame;
    if (!bind_vertices(gfx, d, p, &call) || !bind_index(gfx, d, p, &call) ||
        !bind_uniforms(gfx, d, &call))
        return false;
    /* Growing the stream may have moved the slots. */
    call.pipeline = &device_pipeline(gfx, d->pipeline)->desc;
    bind_textures(gfx, owner, d, target, &call);
    gfx->backend->draw(gfx, &call);
    record(gfx, owner, d, &call);
    gfx->now.vertices += (uint64_t)call.count * call.instances;
    return true;
}

void gfx_draw(struct gfx *gfx, gfx_owner owner, const wisp_draw *drawing) {
    wisp_draw d;
    if (!drawing) return;
    desc_read(&d, sizeof d, drawing);
    stream_unmap(gfx);
    if (!d.count || !gfx->in_frame) return;
    if (draw(gfx, owner, &d))
        gfx->now.draws++;
    else
        gfx->now.dropped++;
}
