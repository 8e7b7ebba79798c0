/* SPDX-License-Identifier: MIT
 *
 * From live values to the world: wind, sun, sky, camera, bodies, poses of effects, lamps.
 */
#include "scene/scene_own.h"

#include "plugin/assets.h"

#include <math.h>
#include <string.h>

static void copy3(float to[3], const float *from) { memcpy(to, from, 3 * sizeof *to); }

static void apply_wind(struct scene *s) {
    const struct node *n = scene_single(s, NODE_WIND);
    struct wind_settings w = {.gust_period = node_f(n, WIND_GUST_PERIOD),
                              .gust_length = node_f(n, WIND_GUST_LENGTH),
                              .turbulence = node_f(n, WIND_TURBULENCE),
                              .turbulence_size = node_f(n, WIND_TURBULENCE_SIZE)};
    copy3(w.velocity, n->values[WIND_VELOCITY].v);
    float speed = sqrtf(w.velocity[0] * w.velocity[0] + w.velocity[1] * w.velocity[1] +
                        w.velocity[2] * w.velocity[2]);
    w.gust = node_f(n, WIND_GUST) * speed;
    wind_set(&s->world.wind, &w);
}

/* Mean radiance of the sky above, by solid angle: height in the gradient is the sine's. */
static void sky_mean(const struct node *sky, float out[3]) {
    const wisp_value *v = &sky->values[SKY_COLOR];
    out[0] = out[1] = out[2] = 0.0f;
    enum { SAMPLES = 8 };
    for (int i = 0; i < SAMPLES; i++) {
        float rgba[4], sine = ((float)i + 0.5f) / (float)SAMPLES;
        wisp_color_at(v, sine, rgba);
        for (int k = 0; k < 3; k++) out[k] += rgba[k] / (float)SAMPLES;
    }
}

static void apply_sky(struct scene *s) {
    const struct node *sky = scene_single(s, NODE_SKY), *sun = scene_single(s, NODE_SUN);
    wisp_world *w = &s->world.snapshot;
    sky_mean(sky, w->ambient);
    const float *d = sun->values[SUN_DIRECTION].v;
    float l = sqrtf(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    for (int k = 0; k < 3; k++) {
        w->ambient[k] *= node_f(sky, SKY_BRIGHTNESS) * node_f(sky, SKY_AMBIENT);
        w->sun_direction[k] = l > 1e-9f ? d[k] / l : k == 1 ? 1.0f : 0.0f;
        w->sun_color[k] = sun->values[SUN_COLOR].v[k] * node_f(sun, SUN_INTENSITY);
    }
}

static void apply_camera(struct scene *s) {
    const struct node *n = scene_single(s, NODE_CAMERA);
    struct camera_settings *c = &s->camera.settings;
    enum camera_kind kind = (enum camera_kind)n->values[CAMERA_KIND].i;
    if (kind != c->kind) camera_reset(&s->camera);
    c->kind = kind;
    copy3(c->target, n->values[CAMERA_TARGET].v);
    copy3(c->position, n->values[CAMERA_POSITION].v);
    copy3(c->look_at, n->values[CAMERA_LOOK_AT].v);
    c->distance = node_f(n, CAMERA_DISTANCE);
    c->yaw = node_f(n, CAMERA_YAW);
    c->pitch = node_f(n, CAMERA_PITCH);
    c->spin = node_f(n, CAMERA_SPIN);
    c->fov_y = node_f(n, CAMERA_FOV);
    c->near_z = node_f(n, CAMERA_NEAR);
    c->far_z = node_f(n, CAMERA_FAR);
    c->roll = node_f(n, CAMERA_ROLL);
}

void scene_look(struct scene *s, float ahead, struct camera_view *view) {
    camera_look(&s->camera, (float)s->width / (float)s->height, ahead, view);
    wisp_world *w = &s->world.snapshot;
    copy3(w->eye, view->eye);
    copy3(w->forward, view->forward);
    copy3(w->up, view->up);
    w->fov_y = view->fov_y;
    w->aspect = view->aspect;
    w->near_z = view->near_z;
    w->far_z = view->far_z;
    w->view_width = s->width;
    w->view_height = s->height;
}

void scene_apply_globals(struct scene *s) {
    apply_wind(s);
    apply_sky(s);
    apply_camera(s);
    copy3(s->world.snapshot.gravity, scene_single(s, NODE_SCENE)->values[SCENE_GRAVITY].v);
}

/* ---- Bodies */

static void mesh_shape(struct scene *s, const struct node *n, struct world_body *b) {
    const char *path = n->values[BODY_FILE].text;
    float scale = node_f(n, BODY_SCALE);
    const wisp_mesh *mesh =
        s->config.assets && path && *path ? assets_mesh(s->config.assets, path, NULL) : NULL;
    float half[3] = {0.5f, 0.5f, 0.5f}, most = 0.0f;
    for (int k = 0; mesh && k < 3; k++) {
        half[k] = 0.0f;
        for (uint32_t i = 0; i < mesh->vertex_count; i++)
            half[k] = fmaxf(half[k], fabsf(mesh->positions[3 * (size_t)i + (size_t)k]));
    }
    for (int k = 0; k < 3; k++) {
        b->half[k] = half[k] * scale;
        most = fmaxf(most, half[k]);
    }
    if (mesh && b->collide) b->sdf = assets_sdf(s->config.assets, path, most / 16.0f, NULL);
}

static void body_shape(struct scene *s, const struct node *n, struct world_body *b) {
    const float *size = n->values[BODY_SIZE].v;
    float radius = node_f(n, BODY_RADIUS), height = node_f(n, BODY_HEIGHT);
    b->half[0] = b->half[1] = b->half[2] = 0.0f;
    switch (b->shape) {
    case WISP_SHAPE_PLANE:
        break;
    case WISP_SHAPE_SPHERE:
        b->half[0] = radius;
        break;
    case WISP_SHAPE_CYLINDER:
        b->half[0] = radius;
        b->half[1] = 0.5f * height;
        break;
    case WISP_SHAPE_CAPSULE:
        b->half[0] = radius;
        b->half[1] = fmaxf(0.5f * height - radius, 0.0f);
        break;
    case WISP_SHAPE_MESH:
        break;
    default:
        for (int k = 0; k < 3; k++) b->half[k] = 0.5f * size[k];
    }
    if (b->shape == WISP_SHAPE_MESH) mesh_shape(s, n, b);
}

static void body_pose(const struct node *n, const struct world_body *b, wisp_pose *pose) {
    pose_identity(pose);
    copy3(pose->position, n->values[BODY_POSITION].v);
    pose_from_angles(pose->rotation, n->values[BODY_ROTATION].v);
    if (b->shape == WISP_SHAPE_MESH) pose->scale = node_f(n, BODY_SCALE);
}

void scene_apply_bodies(struct scene *s, bool place) {
    for (uint32_t i = NODE_POST; i < s->node_count; i++) {
        struct node *n = s->nodes[i];
        if (n->kind != NODE_BODY) continue;
        struct world_body *b = &s->world.bodies[n->body];
        b->id = n->id;
        b->shape = (uint32_t)n->values[BODY_SHAPE].i;
        b->collide = node_on(n, BODY_COLLIDE);
        b->friction = node_f(n, BODY_FRICTION);
        b->restitution = node_f(n, BODY_RESTITUTION);
        b->mass = b->shape == WISP_SHAPE_PLANE ? 0.0f : node_f(n, BODY_MASS);
        b->sdf = NULL;
        body_shape(s, n, b);
        wisp_pose pose;
        body_pose(n, b, &pose);
        if (place)
            world_place(&s->world, n->body, &pose);
        else if (!(b->mass > 0.0f) || n->driven)
            world_drive(&s->world, n->body, &pose, (float)s->dt);
        n->driven = false;
    }
}

/* ---- Effects and lamps */

/* What something hangs on: a body's or an effect's pose. False: on nothing. */
static bool parent_pose(const struct scene *s, const struct node *n, uint32_t param,
                        wisp_pose *pose) {
    int32_t at = scene_node_by_id(s, n->values[param].text);
    if (at == NO_NODE || s->nodes[at] == n) return false;
    const struct node *parent = s->nodes[at];
    if (parent->kind == NODE_BODY)
        *pose = s->world.motion[parent->body].pose;
    else if (parent->kind == NODE_EFFECT)
        *pose = parent->pose;
    else {
        pose_identity(pose);
        copy3(pose->position, parent->values[LIGHT_POSITION].v);
    }
    if (parent->kind == NODE_BODY) pose->scale = 1.0f;
    return true;
}

static void effect_pose(const struct scene *s, const struct node *n, wisp_pose *pose) {
    float lean[4], turn[4];
    pose_identity(pose);
    copy3(pose->position, n->values[COMMON_POSITION].v);
    pose_from_direction(lean, n->values[COMMON_DIRECTION].v);
    pose_from_angles(turn, n->values[COMMON_ROTATION].v);
    pose_multiply(turn, lean, pose->rotation);
    pose->scale = node_f(n, COMMON_SCALE);
    wisp_pose parent;
    if (parent_pose(s, n, COMMON_ATTACH, &parent)) pose_attach(&parent, pose, pose);
}

void scene_apply_poses(struct scene *s, bool teleport) {
    const float jump = 200.0f * (float)s->dt; /* nothing moves at 200 m/s: it was put there */
    for (uint32_t i = NODE_POST; i < s->node_count; i++) {
        struct node *n = s->nodes[i];
        if (n->kind != NODE_EFFECT) continue;
        n->prev_pose = n->pose;
        effect_pose(s, n, &n->pose);
        float way = 0.0f;
        for (int k = 0; k < 3; k++) {
            float d = n->pose.position[k] - n->prev_pose.position[k];
            way += d * d;
        }
        if (teleport || n->teleport || way > jump * jump) {
            n->prev_pose = n->pose;
            n->teleport = true;
        }
    }
}

void scene_add_lamps(struct scene *s) {
    uint64_t seed = s->desc->seed;
    for (uint32_t i = NODE_POST; i < s->node_count; i++) {
        const struct node *n = s->nodes[i];
        if (n->kind != NODE_LIGHT || !node_on(n, LIGHT_ENABLED)) continue;
        wisp_light l = {.struct_size = sizeof l,
                        .radius = node_f(n, LIGHT_RADIUS),
                        .range = node_f(n, LIGHT_RANGE),
                        .heat = node_f(n, LIGHT_HEAT)};
        float power = node_f(n, LIGHT_INTENSITY);
        if (node_f(n, LIGHT_FLICKER) > 0.0f)
            power *= world_flicker(instance_seed(seed, n->id), node_f(n, LIGHT_FLICKER),
                                   (double)s->index * s->dt);
        wisp_pose at, parent;
        pose_identity(&at);
        copy3(at.position, n->values[LIGHT_POSITION].v);
        if (parent_pose(s, n, LIGHT_ATTACH, &parent)) pose_attach(&parent, &at, &at);
        copy3(l.position, at.position);
        for (int k = 0; k < 3; k++) l.color[k] = n->values[LIGHT_COLOR].v[k] * power;
        world_add_light(&s->world, &l);
    }
}
