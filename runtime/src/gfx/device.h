/* SPDX-License-Identifier: MIT
 *
 * device - the inside of struct gfx, shared by the files of this layer and nobody else.
 *
 * Ownership  Programs and pictures (decoded files) are shared between owners and counted by
 *            use; everything else is a slot of one owner.
 */
#ifndef WISP_GFX_DEVICE_H
#define WISP_GFX_DEVICE_H

#include "gfx/backend.h"
#include "gfx/pool.h"
#include "gfx/shader_source.h"

enum {
    KEY_MOST = 128, /* bytes of a key or path that may name an object */
    UNIFORM_BYTES_MOST = 16384,
    FRAME_TEXTURES_MOST = 4,
    SAMPLERS_MOST = DRAW_TEXTURES_MOST,
    SAMPLER_NAME = 40,
    STREAM_FRAMES = 3, /* that the GPU may lag behind */
    PROGRAMS_IDLE_MOST = 48,
    SAID_MOST = 256
};

struct buffer {
    struct slot slot;
    uint32_t name, usage, is_index;
    size_t bytes;
    unsigned char *shadow; /* null backend: what was mapped */
};

enum image_kind { IMAGE_2D = 1, IMAGE_ARRAY, IMAGE_3D };

struct image {
    struct slot slot;
    enum image_kind kind;
    uint32_t name;    /* 0 when it is a picture's */
    uint32_t picture; /* index + 1; 0: none */
    uint32_t format, width, height, layers, depth, filter, wrap, mipmaps, revision;
    uint32_t target; /* handle of the target it belongs to; 0: none */
};

struct target {
    struct slot slot;
    wisp_gfx_target_desc desc;
    uint32_t name; /* framebuffer */
    uint32_t width, height, color_count;
    wisp_image colors[WISP_TARGET_MAX_COLORS], depth;
    uint32_t color_names[WISP_TARGET_MAX_COLORS], depth_name; /* of the images */
    bool external;                                            /* the caller's framebuffer */
};

struct pipeline {
    struct slot slot;
    wisp_gfx_pipeline_desc desc; /* without its texts */
    uint32_t program;            /* index */
    uint32_t buffer_mask;        /* vertex buffers that attributes read */
};

struct sampler {
    char name[SAMPLER_NAME];
    int32_t location;
    enum image_kind kind;
    bool shadow;
};

/* What a backend makes of two sources. */
struct program_build {
    const char *vertex, *fragment; /* GLSL, whole */
    uint32_t name;
    uint32_t effect_bytes; /* size of block Effect; 0: none */
    struct sampler samplers[SAMPLERS_MOST];
    uint32_t sampler_count;
};

struct program {
    uint64_t hash; /* of the texts below */
    uint32_t refs;
    uint32_t state; /* WISP_GFX_; 0: the place is free */
    uint64_t idle;  /* frame in which refs became 0 */
    bool stale;     /* files have changed and did not build */
    char *vertex, *fragment, *defines;
    struct program_build build;
    struct shader_files files;
};

/* A decoded file, shared by images that ask for the same. */
struct picture {
    uint64_t hash; /* of path and the way it is sampled; 0: the place is free */
    uint32_t refs;
    char *path; /* as asked for */
    char *file; /* where it was found, or where it was sought first */
    struct image image;
    bool missing; /* shows the checker */
};

struct chunk {
    wisp_buffer buffer;
    size_t bytes, used;
    size_t map_at; /* where the mapping begins */
    unsigned char *map;
    uint64_t frame;
    void *fence;
};

struct stream {
    struct chunk *chunks;
    size_t count, capacity;
    size_t current; /* index + 1 of the one being filled */
    size_t frame_bytes, limit;
    uint32_t mapped; /* chunks that are mapped now */
};

struct pass {
    wisp_target target;
    gfx_owner owner;
};

struct frame_texture {
    const char *name;
    wisp_image image;
};

struct gfx {
    const struct allocator *allocator;
    struct log *log;
    struct gfx_files files;
    char *shader_roots[GFX_ROOTS_MOST], *asset_roots[GFX_ROOTS_MOST];
    void (*report)(void *user, const struct diag *diag);
    void *report_user;

    const struct backend *backend;
    void *backend_data;
    const char *vendor, *renderer;
    uint64_t backend_objects;
    uint32_t max_texture, uniform_align;
    bool float_blend;

    struct pool pools[POOL_PIPELINE + 1]; /* by pool_kind; [0] is not used */
    struct key_table keys;
    struct program *programs;
    size_t program_count, program_capacity;
    struct picture *pictures;
    size_t picture_count, picture_capacity;
    struct stream stream;
    wisp_image defaults[IMAGE_3D + 1]; /* white, by image_kind */
    wisp_image checker;
    wisp_image lit; /* a depth of 1: what shadow samplers see without a map */

    uint64_t frame; /* counts frames begun */
    bool in_frame;
    uint32_t width, height; /* of the view */
    struct pass passes[2];
    uint32_t pass_count;
    wisp_target external;
    struct frame_texture frame_textures[FRAME_TEXTURES_MOST];
    wisp_image scene_depth, scene_color, sky;

    struct gfx_stats now, last;
    struct gfx_record *records, *last_records; /* null backend only */
    uint32_t record_count, last_record_count;
    uint64_t said[SAID_MOST]; /* hashes of what was already complained about */
    uint32_t said_count;
};

/* A key of the table: owner, kind and text. Never 0. */
uint64_t device_key(gfx_owner owner, enum pool_kind kind, uint64_t text_hash);
/* Log once for the same owner and format. */
void device_say_once(struct gfx *gfx, gfx_owner owner, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Hand a problem on and forget it. */
void device_report(struct gfx *gfx, struct diag_list *diags, struct diag_list *found);
/* A new slot in the table, found again by the hash of its key (0: by nobody), or NULL. */
void *device_add(struct gfx *gfx, enum pool_kind kind, gfx_owner owner, uint64_t text);
/* End one object of any kind. */
void device_end(struct gfx *gfx, enum pool_kind kind, uint32_t id);

static inline struct buffer *device_buffer(struct gfx *gfx, wisp_buffer h) {
    return (struct buffer *)pool_get(&gfx->pools[POOL_BUFFER], h.id);
}
static inline struct image *device_image(struct gfx *gfx, wisp_image h) {
    return (struct image *)pool_get(&gfx->pools[POOL_IMAGE], h.id);
}
static inline struct target *device_target(struct gfx *gfx, wisp_target h) {
    return (struct target *)pool_get(&gfx->pools[POOL_TARGET], h.id);
}
static inline struct pipeline *device_pipeline(struct gfx *gfx, wisp_pipeline h) {
    return (struct pipeline *)pool_get(&gfx->pools[POOL_PIPELINE], h.id);
}

/* The parts of each kind; each file ends what it makes. */
void buffer_end(struct gfx *gfx, struct buffer *buffer);
void image_end(struct gfx *gfx, struct image *image);
void target_end(struct gfx *gfx, struct target *target);
void pipeline_end(struct gfx *gfx, struct pipeline *pipeline);

/* Backend name of what a texture unit gets for this image: its own, its picture's, or white. */
uint32_t image_texture(struct gfx *gfx, wisp_image image, enum image_kind kind);
size_t format_bytes(uint32_t format); /* of a pixel; 0: no such format */
bool image_defaults(struct gfx *gfx);
void target_resize_all(struct gfx *gfx);

/* Find or build a program; refs grows. -1 without memory. */
int32_t program_use(struct gfx *gfx, const wisp_gfx_shader_desc *desc);
void program_release(struct gfx *gfx, uint32_t index);
void program_trim(struct gfx *gfx, size_t keep);
void program_free_all(struct gfx *gfx);

int32_t picture_use(struct gfx *gfx, const wisp_gfx_image_desc *desc);
void picture_release(struct gfx *gfx, uint32_t index);
void picture_free_all(struct gfx *gfx);

bool stream_take(struct gfx *gfx, size_t bytes, size_t align, struct chunk **chunk, size_t *at);
void stream_unmap(struct gfx *gfx);
void stream_frame_begin(struct gfx *gfx);
void stream_frame_end(struct gfx *gfx);
void stream_free(struct gfx *gfx);

#endif
