/* SPDX-License-Identifier: MIT
 *
 * fluid_place - where walls and bodies are, in the solver's space.
 *
 * The container stands on the effect's position. An upright box becomes the solver's room,
 * whose walls cost least; every other container is one hollow solid. Every collider of the
 * world is a solid; those of finite mass get back what the fluid gives them.
 */
#include "fluid_effect.h"

#include <math.h>
#include <string.h>

#define WALL_SPEED 2.0f /* m/s at which a container follows its size */
#define MARGIN 1.5f     /* h between the container and the edge of the domain */

static void rotate(const float q[4], const float v[3], float out[3]) {
    float t[3] = {2.0f * (q[1] * v[2] - q[2] * v[1]), 2.0f * (q[2] * v[0] - q[0] * v[2]),
                  2.0f * (q[0] * v[1] - q[1] * v[0])};
    out[0] = v[0] + q[3] * t[0] + (q[1] * t[2] - q[2] * t[1]);
    out[1] = v[1] + q[3] * t[1] + (q[2] * t[0] - q[0] * t[2]);
    out[2] = v[2] + q[3] * t[2] + (q[0] * t[1] - q[1] * t[0]);
}

static void set_axes(fluid_solid *s, const float rotation[4]) {
    for (int a = 0; a < 3; a++) {
        float unit[3] = {0.0f, 0.0f, 0.0f};
        unit[a] = 1.0f;
        rotate(rotation, unit, s->axes[a]);
    }
}

void fluid_to_world(const fluid *f, const float local[3], float world[3]) {
    float r[3];
    rotate(f->pose.rotation, local, r);
    for (int k = 0; k < 3; k++) world[k] = f->pose.position[k] + r[k];
}

/* Between two poses; the shorter way for the rotation. */
static wisp_pose pose_between(const wisp_pose *a, const wisp_pose *b, float part) {
    wisp_pose p = *b;
    float dot = 0.0f, norm = 0.0f;
    for (int k = 0; k < 4; k++) dot += a->rotation[k] * b->rotation[k];
    for (int k = 0; k < 4; k++) {
        float from = dot < 0.0f ? -a->rotation[k] : a->rotation[k];
        p.rotation[k] = from + (b->rotation[k] - from) * part;
        norm += p.rotation[k] * p.rotation[k];
    }
    if (!(norm > 0.0f)) p.rotation[3] = norm = 1.0f;
    for (int k = 0; k < 4; k++) p.rotation[k] /= sqrtf(norm);
    for (int k = 0; k < 3; k++) {
        p.position[k] = a->position[k] + (b->position[k] - a->position[k]) * part;
    }
    return p;
}

static int upright(const wisp_pose *p) {
    return fabsf(p->rotation[0]) < 1e-6f && fabsf(p->rotation[1]) < 1e-6f &&
           fabsf(p->rotation[2]) < 1e-6f;
}

void fluid_resize(fluid *f, float dt) {
    const float *wanted = fluid_vector(f, FLUID_P_SIZE);
    for (int k = 0; k < 3; k++) {
        float *now = &f->state.extent[k];
        float most = WALL_SPEED * dt, d = wanted[k] - *now;
        if (*now <= 0.0f || fabsf(d) <= most) {
            *now = wanted[k];
        } else {
            *now += d < 0.0f ? -most : most;
        }
    }
}

float fluid_container_volume(const fluid *f) {
    const float pi = 3.14159265f, *e = f->state.extent;
    float r = 0.5f * e[0];
    switch (fluid_choice(f, FLUID_P_CONTAINER)) {
    case FLUID_IN_BOX:
        return e[0] * e[1] * e[2];
    case FLUID_IN_SPHERE:
        return 4.0f / 3.0f * pi * r * r * r;
    case FLUID_IN_CYLINDER:
        return pi * r * r * e[1];
    case FLUID_IN_TORUS:
        return 2.0f * pi * pi * (r - 0.5f * e[1]) * 0.25f * e[1] * e[1];
    default:
        return 0.0f;
    }
}

void fluid_container_box(const fluid *f, float half[3], float *up) {
    const float *e = f->state.extent;
    for (int k = 0; k < 3; k++) half[k] = 0.5f * e[k];
    if (fluid_choice(f, FLUID_P_CONTAINER) == FLUID_IN_SPHERE) half[1] = half[2] = half[0];
    if (fluid_choice(f, FLUID_P_CONTAINER) == FLUID_IN_CYLINDER ||
        fluid_choice(f, FLUID_P_CONTAINER) == FLUID_IN_TORUS) {
        half[2] = half[0];
    }
    *up = half[1];
}

/* Solver space around a world box. */
static void set_domain(wisp_instance *self, fluid *f, const float center[3],
                       const float reach[3]) {
    float cells = 1.0f;
    for (int k = 0; k < 3; k++) {
        f->origin[k] = center[k] - reach[k] - MARGIN * f->h;
        f->domain[k] = 2.0f * (reach[k] + MARGIN * f->h);
        cells *= f->domain[k] / f->h + 3.0f;
    }
    float excess = cells / (0.9f * (float)FLUID_MAX_CELLS);
    if (excess > 1.0f) {
        fluid_say(self, f, FLUID_SAID_DOMAIN,
                  "size / spacing is too large: the fluid is kept to a part of the container");
        float shrink = 1.0f / cbrtf(excess);
        for (int k = 0; k < 3; k++) f->domain[k] *= shrink;
    }
    for (int k = 0; k < 3; k++) f->solver.boundary.extent[k] = f->domain[k] / f->h;
}

/* The mesh's distance grid as a hollow solid around the effect's position. */
static int mesh_container(wisp_instance *self, fluid *f, fluid_solid *s, float half[3],
                          float center[3]) {
    const char *path = f->values[FLUID_P_CONTAINER_MESH].text;
    const wisp_sdf *sdf =
        path[0] ? self->host->assets->sdf(self, path, f->spacing, NULL) : NULL;
    if (!sdf) {
        fluid_say(self, f, FLUID_SAID_MESH,
                  "container_mesh is missing: the box of `size` holds the fluid");
        return 0;
    }
    const uint32_t n[3] = {sdf->nx, sdf->ny, sdf->nz};
    const float scale = f->pose.scale > 0.0f ? f->pose.scale : 1.0f;
    s->shape = FLUID_GRID;
    s->distance = sdf->distance;
    s->grid_cell = sdf->cell * scale / f->h;
    s->grid_scale = scale / f->h;
    for (int k = 0; k < 3; k++) {
        s->cells[k] = n[k];
        s->grid_origin[k] = sdf->origin[k] * scale / f->h;
        half[k] = 0.5f * (float)(n[k] - 1) * sdf->cell * scale;
        center[k] = sdf->origin[k] * scale + half[k];
        s->size[k] = half[k] / f->h;
    }
    return 1;
}

static void add_room(fluid *f, const float center[3], const float half[3]) {
    fluid_boundary *b = &f->solver.boundary;
    for (int k = 0; k < 3; k++) {
        b->lo[k] = (center[k] - half[k] - f->origin[k]) / f->h;
        b->hi[k] = (center[k] + half[k] - f->origin[k]) / f->h;
        if (b->hi[k] > b->extent[k]) b->hi[k] = b->extent[k];
    }
    float travel = fluid_number(f, FLUID_P_WAVE_TRAVEL);
    if (travel > 0.0f) {
        double phase = f->time / (double)fluid_number(f, FLUID_P_WAVE_PERIOD);
        float part = 0.5f - 0.5f * cosf(6.2831853f * (float)(phase - floor(phase)));
        if (travel > half[0]) travel = half[0];
        b->lo[0] += travel * part / f->h;
    }
}

static void container_shape(const fluid *f, fluid_solid *s) {
    const float *e = f->state.extent;
    switch (fluid_choice(f, FLUID_P_CONTAINER)) {
    case FLUID_IN_SPHERE:
        s->shape = FLUID_SPHERE;
        break;
    case FLUID_IN_CYLINDER:
        s->shape = FLUID_CYLINDER;
        break;
    case FLUID_IN_TORUS:
        s->shape = FLUID_TORUS;
        break;
    default:
        s->shape = FLUID_BOX;
        break;
    }
    for (int k = 0; k < 3; k++) s->size[k] = 0.5f * e[k] / f->h;
    if (s->shape == FLUID_TORUS) {
        s->size[1] = 0.5f * e[1] / f->h;
        s->size[0] = 0.5f * e[0] / f->h - s->size[1];
        if (s->size[0] < 0.0f) s->size[0] = 0.0f;
    }
}

static void add_container(wisp_instance *self, fluid *f) {
    fluid_boundary *b = &f->solver.boundary;
    int32_t kind = fluid_choice(f, FLUID_P_CONTAINER);
    float half[3], local[3] = {0.0f, 0.0f, 0.0f}, center[3], reach[3];
    fluid_solid s = {.hollow = 1, .pushed = -1};
    fluid_container_box(f, half, &local[1]);
    int mesh = kind == FLUID_IN_MESH && mesh_container(self, f, &s, half, local);
    if (!mesh) container_shape(f, &s);
    fluid_to_world(f, local, center);
    set_axes(&s, f->pose.rotation);
    for (int k = 0; k < 3; k++) {
        reach[k] = fabsf(s.axes[0][k]) * half[0] + fabsf(s.axes[1][k]) * half[1] +
                   fabsf(s.axes[2][k]) * half[2];
        b->lo[k] = -FLUID_OPEN;
        b->hi[k] = FLUID_OPEN;
    }
    set_domain(self, f, center, reach);
    if (kind == FLUID_IN_OPEN) return;
    if (s.shape == FLUID_BOX && upright(&f->pose)) {
        add_room(f, center, half);
        return;
    }
    for (int k = 0; k < 3; k++) {
        s.origin[k] = ((mesh ? f->pose.position[k] : center[k]) - f->origin[k]) / f->h;
    }
    s.friction = fluid_number(f, FLUID_P_FRICTION);
    fluid_solid_bounds(&s);
    b->solids[b->solid_count++] = s;
}

static void add_body(fluid *f, const wisp_collider *c, uint32_t index, float part) {
    fluid_boundary *b = &f->solver.boundary;
    wisp_pose pose = pose_between(&c->prev_pose, &c->pose, part);
    float scale = pose.scale > 0.0f ? pose.scale : 1.0f;
    fluid_solid s = {.shape = c->shape, .pushed = -1, .friction = c->friction};
    if (c->shape < WISP_SHAPE_PLANE || c->shape > WISP_SHAPE_MESH) return;
    set_axes(&s, pose.rotation);
    for (int k = 0; k < 3; k++) {
        s.origin[k] = (pose.position[k] - f->origin[k]) / f->h;
        s.size[k] = c->size[k] * scale / f->h;
        s.velocity[k] = c->velocity[k] / f->h;
        s.spin[k] = c->spin[k];
    }
    if (c->shape == WISP_SHAPE_MESH) {
        if (!c->sdf) return;
        const uint32_t n[3] = {c->sdf->nx, c->sdf->ny, c->sdf->nz};
        s.distance = c->sdf->distance;
        s.grid_cell = c->sdf->cell * scale / f->h;
        s.grid_scale = scale / f->h;
        for (int k = 0; k < 3; k++) {
            s.cells[k] = n[k];
            s.grid_origin[k] = c->sdf->origin[k] * scale / f->h;
            float far = s.grid_origin[k] + (float)(n[k] - 1) * s.grid_cell;
            s.size[k] = fmaxf(fabsf(s.grid_origin[k]), fabsf(far));
        }
    }
    fluid_solid_bounds(&s);
    for (int k = 0; k < 3; k++) {
        if (s.hi[k] < -1.0f || s.lo[k] > b->extent[k] + 1.0f) return; /* out of reach */
    }
    if (c->shape != WISP_SHAPE_PLANE && f->mapped_count < FLUID_MAX_PUSHED) {
        f->mapped[f->mapped_count] = index;
        s.pushed = (int32_t)f->mapped_count++;
    }
    b->solids[b->solid_count++] = s;
}

void fluid_place(wisp_instance *self, fluid *f, const wisp_step *step, float part) {
    fluid_boundary *b = &f->solver.boundary;
    const wisp_world *world = self->host->world->snapshot(self);
    b->solid_count = 0;
    b->pad = 0.5f / FLUID_RATIO;
    f->mapped_count = 0;
    if (step) f->pose = pose_between(&step->prev_pose, &step->pose, part);
    add_container(self, f);
    for (uint32_t i = 0; world && i < world->collider_count; i++) {
        if (b->solid_count == FLUID_MAX_SOLIDS) {
            fluid_say(self, f, FLUID_SAID_BODIES, "too many bodies: the fluid feels only 40");
            break;
        }
        add_body(f, &world->colliders[i], i, part);
    }
}
