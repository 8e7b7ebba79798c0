/* SPDX-License-Identifier: MIT
 *
 * bodies - see bodies.h.
 */
#include "render/bodies.h"
#include "base/hash.h"
#include "base/str.h"
#include "render/body_mesh.h"

#include <math.h>
#include <string.h>

enum { GROUPS_MOST = 256 };

/* As body.vert reads it. */
struct body_instance {
    float rows[3][4];
    float size[4], color[4], material[4], emission[4];
};

static const struct allocator *allocator_of(const struct bodies *b) {
    return b->config->allocator;
}

void bodies_init(struct bodies *bodies, const struct render_config *config) {
    *bodies = (struct bodies){.config = config};
}

void bodies_free(struct bodies *b) {
    alloc_free(allocator_of(b), b->files, b->file_capacity * sizeof *b->files);
    alloc_free(allocator_of(b), b->groups, b->group_capacity * sizeof *b->groups);
    alloc_free(allocator_of(b), b->group_of, b->body_capacity * sizeof *b->group_of);
}

/* ---- Meshes */

static struct body_part upload(struct bodies *b, const char *key, const void *vertices,
                               size_t vertex_bytes, const void *indices, uint32_t index_count,
                               uint32_t index_bytes) {
    char text[96];
    struct gfx *gfx = b->config->gfx;
    wisp_gfx_buffer_desc d = {.struct_size = sizeof d, .key = text};
    struct body_part part = {.index_count = index_count, .index_bytes = index_bytes};
    str_format(text, sizeof text, "%s vertices", key);
    gfx_drop(gfx, GFX_RENDER, text);
    d.bytes = vertex_bytes;
    d.data = vertices;
    part.vertices = gfx_buffer(gfx, GFX_RENDER, &d);
    str_format(text, sizeof text, "%s indices", key);
    gfx_drop(gfx, GFX_RENDER, text);
    d.bytes = (size_t)index_count * index_bytes;
    d.data = indices;
    d.is_index = 1;
    part.indices = gfx_buffer(gfx, GFX_RENDER, &d);
    return part;
}

static struct body_part *shape_part(struct bodies *b, uint32_t shape) {
    struct body_part *part = &b->shapes[shape];
    if (part->index_count) return part;
    struct body_mesh *mesh = alloc_bytes(allocator_of(b), sizeof *mesh);
    if (!mesh) return NULL;
    char key[32];
    body_mesh_make(mesh, shape);
    str_format(key, sizeof key, "shape %u", shape);
    *part = upload(b, key, mesh->vertices, mesh->vertex_count * sizeof mesh->vertices[0],
                   mesh->indices, mesh->index_count, sizeof mesh->indices[0]);
    alloc_free(allocator_of(b), mesh, sizeof *mesh);
    return part;
}

static struct body_part upload_mesh(struct bodies *b, uint64_t path, const wisp_mesh *mesh) {
    size_t bytes;
    if (!mesh->index_count || !mesh->vertex_count ||
        !size_mul(mesh->vertex_count, sizeof(struct body_vertex), &bytes))
        return (struct body_part){0};
    struct body_vertex *v = alloc_zero(allocator_of(b), bytes);
    if (!v) return (struct body_part){0};
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        memcpy(v[i].position, mesh->positions + 3 * i, sizeof v[i].position);
        if (mesh->normals) memcpy(v[i].normal, mesh->normals + 3 * i, sizeof v[i].normal);
        if (mesh->uvs) memcpy(v[i].uv, mesh->uvs + 2 * i, sizeof v[i].uv);
    }
    char key[48];
    str_format(key, sizeof key, "mesh %016llx", (unsigned long long)path);
    struct body_part part =
        upload(b, key, v, bytes, mesh->indices, mesh->index_count, sizeof mesh->indices[0]);
    alloc_free(allocator_of(b), v, bytes);
    return part;
}

static struct body_part *file_part(struct bodies *b, const char *file) {
    uint32_t revision = 0;
    const wisp_mesh *mesh =
        b->config->mesh ? b->config->mesh(b->config->user, file, &revision) : NULL;
    if (!mesh) return NULL;
    uint64_t path = hash_text(file);
    struct body_file *f = NULL;
    for (size_t i = 0; i < b->file_count && !f; i++)
        if (b->files[i].path == path) f = &b->files[i];
    if (!f) {
        void *files = b->files;
        if (!alloc_grow(allocator_of(b), &files, &b->file_capacity, b->file_count + 1,
                        sizeof *b->files))
            return NULL;
        b->files = files;
        f = &b->files[b->file_count++];
        *f = (struct body_file){.path = path, .revision = revision + 1};
    }
    if (f->revision != revision) {
        f->part = upload_mesh(b, path, mesh);
        f->revision = revision;
    }
    return &f->part;
}

/* ---- Groups */

static bool is_mesh(const struct frame_body *body) { return body->shape == WISP_SHAPE_MESH; }

static bool casts(const struct frame_body *body) {
    return body->shadow && body->shape != WISP_SHAPE_PLANE;
}

static bool belongs(const struct body_group *g, const struct frame_body *body) {
    return g->shape == body->shape && (!is_mesh(body) || str_equal(g->file, body->file)) &&
           str_equal(g->texture, body->texture);
}

static uint32_t group_for(struct bodies *b, const struct frame_body *body) {
    for (size_t i = 0; i < b->group_count; i++)
        if (belongs(&b->groups[i], body)) return (uint32_t)i;
    void *groups = b->groups;
    if (body->shape < WISP_SHAPE_PLANE || body->shape > WISP_SHAPE_MESH ||
        b->group_count == GROUPS_MOST)
        return UINT32_MAX;
    const struct body_part *part =
        is_mesh(body) ? file_part(b, body->file) : shape_part(b, body->shape);
    if (!part || !part->index_count ||
        !alloc_grow(allocator_of(b), &groups, &b->group_capacity, b->group_count + 1,
                    sizeof *b->groups))
        return UINT32_MAX;
    b->groups = groups;
    b->groups[b->group_count] = (struct body_group){
        .shape = body->shape, .file = body->file, .texture = body->texture, .part = *part};
    return (uint32_t)b->group_count++;
}

static void put_pose(struct body_instance *out, const wisp_pose *pose) {
    const float *q = pose->rotation, s = pose->scale > 0.0f ? pose->scale : 1.0f;
    float x = q[0], y = q[1], z = q[2], w = q[3];
    const float r[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)},
                           {2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)},
                           {2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)}};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) out->rows[i][k] = r[i][k] * s;
        out->rows[i][3] = pose->position[i];
    }
}

static void put_size(struct body_instance *out, const struct frame_body *body, float far_z) {
    const float *h = body->half;
    float side = 0.98f * far_z;
    switch (body->shape) {
    case WISP_SHAPE_PLANE:
        memcpy(out->size, (float[]){side, 1, side, 0}, 16);
        break;
    case WISP_SHAPE_BOX:
        memcpy(out->size, (float[]){h[0], h[1], h[2], 0}, 16);
        break;
    case WISP_SHAPE_CYLINDER:
        memcpy(out->size, (float[]){h[0], h[1], h[0], 0}, 16);
        break;
    case WISP_SHAPE_CAPSULE:
        memcpy(out->size, (float[]){h[0], h[0], h[0], h[1]}, 16);
        break;
    case WISP_SHAPE_SPHERE:
        memcpy(out->size, (float[]){h[0], h[0], h[0], 0}, 16);
        break;
    default:
        memcpy(out->size, (float[]){1, 1, 1, 0}, 16);
        break;
    }
}

static void put_instance(struct body_instance *out, const struct frame_body *body,
                         float far_z) {
    put_pose(out, &body->pose);
    put_size(out, body, far_z);
    memcpy(out->color, body->color, sizeof out->color);
    out->material[0] = body->roughness;
    out->material[1] = body->metallic;
    out->material[2] = body->checker;
    out->material[3] = body->shape == WISP_SHAPE_PLANE ? 1.0f : 0.0f;
    memcpy(out->emission, body->emission, sizeof body->emission);
    out->emission[3] = 0.0f;
}

/* Find each body's group and lay the groups out one behind the other. */
static uint32_t arrange(struct bodies *b, const struct scene_frame *frame) {
    b->group_count = 0;
    void *group_of = b->group_of;
    if (!alloc_grow(allocator_of(b), &group_of, &b->body_capacity, frame->body_count,
                    sizeof *b->group_of))
        return 0;
    b->group_of = group_of;
    for (uint32_t i = 0; i < frame->body_count; i++) {
        uint32_t g = b->group_of[i] = group_for(b, &frame->bodies[i]);
        if (g == UINT32_MAX) continue;
        b->groups[g].count++;
        b->groups[g].casters += casts(&frame->bodies[i]);
    }
    uint32_t total = 0;
    for (size_t i = 0; i < b->group_count; i++) {
        b->groups[i].first = total;
        total += b->groups[i].count;
    }
    return total;
}

static void write_instances(struct bodies *b, const struct scene_frame *frame,
                            struct body_instance *out) {
    uint32_t casters[GROUPS_MOST] = {0}, others[GROUPS_MOST] = {0};
    for (uint32_t i = 0; i < frame->body_count; i++) {
        uint32_t g = b->group_of[i];
        if (g == UINT32_MAX) continue;
        const struct body_group *group = &b->groups[g];
        uint32_t at = group->first +
                      (casts(&frame->bodies[i]) ? casters[g]++ : group->casters + others[g]++);
        put_instance(&out[at], &frame->bodies[i], frame->camera.far_z);
    }
}

/* ---- Shade where bodies stand close */

float bodies_radius(const struct frame_body *body) {
    const float *h = body->half;
    float scale = body->pose.scale > 0.0f ? body->pose.scale : 1.0f;
    switch (body->shape) {
    case WISP_SHAPE_SPHERE:
        return h[0] * scale;
    case WISP_SHAPE_CYLINDER:
        return sqrtf(h[0] * h[0] + h[1] * h[1]) * scale;
    case WISP_SHAPE_CAPSULE:
        return (h[0] + h[1]) * scale;
    default:
        return sqrtf(h[0] * h[0] + h[1] * h[1] + h[2] * h[2]) * scale;
    }
}

/* Keep the balls that look largest; weight is by the square of the angle they are seen at. */
struct occluders {
    const float *eye;
    float weight[BODY_OCCLUDERS];
};

static void put_ball(struct body_uniforms *u, struct occluders *o,
                     const struct frame_body *body, float along, float radius) {
    struct body_instance place;
    float ball[4], square = 0.01f;
    put_pose(&place, &body->pose);
    for (int i = 0; i < 3; i++) {
        ball[i] = place.rows[i][3] + place.rows[i][1] * along;
        square += (ball[i] - o->eye[i]) * (ball[i] - o->eye[i]);
    }
    ball[3] = radius * (body->pose.scale > 0.0f ? body->pose.scale : 1.0f);
    float weight = ball[3] * ball[3] / square;
    int least = 0;
    for (int i = 1; i < BODY_OCCLUDERS; i++)
        if (o->weight[i] < o->weight[least]) least = i;
    if (weight <= o->weight[least] || !(ball[3] > 0.0f)) return;
    o->weight[least] = weight;
    memcpy(u->occluders[least], ball, sizeof ball);
}

static void put_occluder(struct body_uniforms *u, struct occluders *o,
                         const struct frame_body *body) {
    const float *h = body->half;
    switch (body->shape) {
    case WISP_SHAPE_PLANE:
        break;
    case WISP_SHAPE_SPHERE:
        put_ball(u, o, body, 0.0f, h[0]);
        break;
    case WISP_SHAPE_CYLINDER:
    case WISP_SHAPE_CAPSULE: {
        bool round = body->shape == WISP_SHAPE_CAPSULE;
        float end = round ? h[1] : fmaxf(h[1] - 0.9f * h[0], 0.0f);
        put_ball(u, o, body, -end, h[0]);
        if (end > 0.0f) put_ball(u, o, body, end, h[0]);
        break;
    }
    default:
        put_ball(u, o, body, 0.0f, cbrtf(h[0] * h[1] * h[2]) * 1.1f);
        break;
    }
}

static void gather_occluders(struct bodies *b, const struct scene_frame *frame) {
    struct occluders o = {.eye = frame->camera.eye};
    for (int i = 0; i < BODY_OCCLUDERS; i++) /* The shader looks at all: too far to matter. */
        memcpy(b->uniforms.occluders[i], (float[]){0.0f, 1e6f, 0.0f, 1.0f}, 16);
    for (uint32_t i = 0; i < frame->body_count; i++)
        if (frame->bodies[i].shadow) put_occluder(&b->uniforms, &o, &frame->bodies[i]);
}

/* ---- Drawing */

void bodies_gather(struct bodies *b, const struct scene_frame *frame) {
    struct gfx *gfx = b->config->gfx;
    uint32_t total = arrange(b, frame);
    b->uniforms = (struct body_uniforms){0};
    b->drawn = 0;
    if (!total) return;
    struct body_instance *out =
        gfx_stream(gfx, total * sizeof *out, &b->instances, &b->instances_offset);
    if (!out) {
        b->group_count = 0;
        return;
    }
    write_instances(b, frame, out);
    b->drawn = total;
    gather_occluders(b, frame);
}

static void set_layout(wisp_gfx_pipeline_desc *d, bool depth_only) {
    static const wisp_attr attrs[] = {{WISP_ATTR_F32X4, 0, 0, 0},  {WISP_ATTR_F32X4, 3, 1, 0},
                                      {WISP_ATTR_F32X4, 4, 1, 16}, {WISP_ATTR_F32X4, 5, 1, 32},
                                      {WISP_ATTR_F32X4, 6, 1, 48}, {WISP_ATTR_F32X3, 1, 0, 16},
                                      {WISP_ATTR_F32X2, 2, 0, 32}, {WISP_ATTR_F32X4, 7, 1, 64},
                                      {WISP_ATTR_F32X4, 8, 1, 80}, {WISP_ATTR_F32X4, 9, 1, 96}};
    memcpy(d->attrs, attrs, depth_only ? 5 * sizeof attrs[0] : sizeof attrs);
    d->strides[0] = sizeof(struct body_vertex);
    d->strides[1] = sizeof(struct body_instance);
    d->per_instance[1] = 1;
}

static wisp_image texture_of(struct bodies *b, const struct body_group *group) {
    return gfx_image(b->config->gfx, GFX_RENDER,
                     &(wisp_gfx_image_desc){.struct_size = sizeof(wisp_gfx_image_desc),
                                            .path = group->texture,
                                            .wrap = WISP_WRAP_REPEAT,
                                            .mipmaps = 1});
}

static void draw_group(struct bodies *b, const struct body_group *group,
                       wisp_gfx_pipeline_desc *pipeline, uint32_t instances,
                       const struct body_uniforms *uniforms) {
    bool textured = uniforms && group->texture && group->texture[0];
    if (!instances) return;
    pipeline->index_bytes = group->part.index_bytes;
    pipeline->shader.defines = textured ? "TEXTURED 1" : NULL;
    wisp_draw draw = {
        .struct_size = sizeof draw,
        .pipeline = gfx_pipeline(b->config->gfx, GFX_RENDER, pipeline),
        .buffers = {group->part.vertices, b->instances},
        .offsets = {0, b->instances_offset + group->first * sizeof(struct body_instance)},
        .index = group->part.indices,
        .count = group->part.index_count,
        .instances = instances};
    if (uniforms) {
        draw.uniforms = uniforms;
        draw.uniform_bytes = sizeof *uniforms;
    }
    if (textured) draw.textures[0] = (wisp_texture){"u_texture", texture_of(b, group)};
    gfx_draw(b->config->gfx, GFX_RENDER, &draw);
}

static void draw_all(struct bodies *b, wisp_gfx_pipeline_desc *pipeline,
                     const struct body_uniforms *uniforms) {
    for (size_t i = 0; i < b->group_count; i++) {
        const struct body_group *group = &b->groups[i];
        pipeline->cull = group->shape == WISP_SHAPE_MESH ? WISP_CULL_NONE : WISP_CULL_BACK;
        draw_group(b, group, pipeline, group->count, uniforms);
    }
}

void bodies_draw(struct bodies *b) {
    /* Depth first, then light on what is seen: a pixel's light costs far more than its depth. */
    wisp_gfx_pipeline_desc pipeline = {
        .struct_size = sizeof pipeline,
        .shader = {sizeof pipeline.shader, 0, "render/body.vert", "render/shadow.frag", NULL},
        .blend = WISP_BLEND_NONE,
        .depth = WISP_DEPTH_TEST_WRITE};
    set_layout(&pipeline, false);
    draw_all(b, &pipeline, NULL);
    pipeline.shader.fragment = "render/body.frag";
    pipeline.depth = WISP_DEPTH_TEST;
    draw_all(b, &pipeline, &b->uniforms);
}

void bodies_draw_shadow(struct bodies *b) {
    wisp_gfx_pipeline_desc pipeline = {
        .struct_size = sizeof pipeline,
        .shader = {sizeof pipeline.shader, 0, "render/shadow.vert", "render/shadow.frag", NULL},
        .blend = WISP_BLEND_NONE,
        .depth = WISP_DEPTH_TEST_WRITE,
        .cull = WISP_CULL_NONE};
    set_layout(&pipeline, true);
    for (size_t i = 0; i < b->group_count; i++)
        draw_group(b, &b->groups[i], &pipeline, b->groups[i].casters, NULL);
}
