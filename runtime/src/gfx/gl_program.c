/* SPDX-License-Identifier: MIT
 *
 * gl_program - compiling and linking, and what a program wants: block Effect, samplers.
 */
#include "gfx/gfx_gl.h"

#include <string.h>

enum { WORDS_MOST = 8192 };

static void add_words(struct gfx *gfx, GLuint name, bool link, const char *stage,
                      struct strbuf *out) {
    GLsizei length = 0;
    char *words = alloc_bytes(gfx->allocator, WORDS_MOST);
    strbuf_add(out, stage);
    strbuf_add(out, "\n");
    if (!words) return;
    if (link)
        glGetProgramInfoLog(name, WORDS_MOST - 1, &length, words);
    else
        glGetShaderInfoLog(name, WORDS_MOST - 1, &length, words);
    strbuf_add_n(out, words, length > 0 ? (size_t)length : 0);
    alloc_free(gfx->allocator, words, WORDS_MOST);
}

/* 0 on failure. */
static GLuint compile(struct gfx *gfx, GLenum stage, const char *source, struct strbuf *out) {
    GLuint shader = glCreateShader(stage);
    GLint ok = GL_FALSE;
    glShaderSource(shader, 1, &source, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
    if (ok) return shader;
    add_words(gfx, shader, false, stage == GL_VERTEX_SHADER ? "vertex" : "fragment", out);
    glDeleteShader(shader);
    return 0;
}

static bool sampler_of(GLenum type, struct sampler *s) {
    s->shadow = type == GL_SAMPLER_2D_SHADOW;
    switch (type) {
    case GL_SAMPLER_2D:
    case GL_SAMPLER_2D_SHADOW:
        s->kind = IMAGE_2D;
        return true;
    case GL_SAMPLER_2D_ARRAY:
        s->kind = IMAGE_ARRAY;
        return true;
    case GL_SAMPLER_3D:
        s->kind = IMAGE_3D;
        return true;
    default:
        return false;
    }
}

/* Plain uniforms are allowed in blocks only: nothing would ever set one outside. */
static bool add_uniform(struct program_build *build, GLuint program, GLuint i,
                        struct strbuf *out) {
    struct sampler s = {0};
    GLint count, block = -1;
    GLenum type;
    glGetActiveUniform(program, i, sizeof s.name, NULL, &count, &type, s.name);
    glGetActiveUniformsiv(program, 1, &i, GL_UNIFORM_BLOCK_INDEX, &block);
    if (block >= 0 || strncmp(s.name, "gl_", 3) == 0) return true;
    s.location = glGetUniformLocation(program, s.name);
    if (!sampler_of(type, &s) || count != 1) {
        strbuf_addf(out,
                    "link\nuniform \"%s\" is neither in block Effect nor a 2-D, array or 3-D "
                    "sampler",
                    s.name);
        return false;
    }
    if (build->sampler_count == SAMPLERS_MOST) {
        strbuf_addf(out, "link\nmore than %d samplers", SAMPLERS_MOST);
        return false;
    }
    build->samplers[build->sampler_count++] = s;
    return true;
}

static bool add_block(struct program_build *build, GLuint program, GLuint i,
                      struct strbuf *out) {
    char name[64];
    GLint bytes = 0;
    glGetActiveUniformBlockName(program, i, sizeof name, NULL, name);
    glGetActiveUniformBlockiv(program, i, GL_UNIFORM_BLOCK_DATA_SIZE, &bytes);
    bool effect = strcmp(name, "Effect") == 0;
    if (bytes > UNIFORM_BYTES_MOST || (!effect && strcmp(name, "Frame") != 0)) {
        strbuf_addf(out, "link\nuniform block \"%s\" %s", name,
                    bytes > UNIFORM_BYTES_MOST ? "is larger than 16384 bytes"
                                               : "is neither Frame nor Effect");
        return false;
    }
    if (effect) build->effect_bytes = (uint32_t)bytes;
    glUniformBlockBinding(program, i, effect ? 1 : 0);
    return true;
}

static bool inspect(struct gfx *gfx, struct program_build *build, GLuint program,
                    struct strbuf *out) {
    GLint uniforms = 0, blocks = 0;
    bool ok = true;
    glGetProgramiv(program, GL_ACTIVE_UNIFORMS, &uniforms);
    glGetProgramiv(program, GL_ACTIVE_UNIFORM_BLOCKS, &blocks);
    for (GLuint i = 0; ok && i < (GLuint)uniforms; i++)
        ok = add_uniform(build, program, i, out);
    for (GLuint i = 0; ok && i < (GLuint)blocks; i++) ok = add_block(build, program, i, out);
    if (!ok) return false;
    gl_program(&gl_data(gfx)->state, program);
    for (uint32_t i = 0; i < build->sampler_count; i++)
        glUniform1i(build->samplers[i].location, (GLint)i);
    return true;
}

static bool link(struct gfx *gfx, struct program_build *build, const GLuint stages[2],
                 struct strbuf *out) {
    GLint ok = GL_FALSE;
    GLuint program = glCreateProgram();
    glAttachShader(program, stages[0]);
    glAttachShader(program, stages[1]);
    glLinkProgram(program);
    glDetachShader(program, stages[0]);
    glDetachShader(program, stages[1]);
    glGetProgramiv(program, GL_LINK_STATUS, &ok);
    if (!ok)
        add_words(gfx, program, true, "link", out);
    else if (!inspect(gfx, build, program, out))
        ok = GL_FALSE;
    if (!ok) {
        glDeleteProgram(program);
        return false;
    }
    build->name = program;
    gfx->backend_objects++;
    return true;
}

bool gl_program_make(struct gfx *gfx, struct program_build *build, struct strbuf *out) {
    struct gl_scope scope;
    gl_enter(gfx, &scope);
    GLuint stages[2] = {compile(gfx, GL_VERTEX_SHADER, build->vertex, out), 0};
    if (stages[0]) stages[1] = compile(gfx, GL_FRAGMENT_SHADER, build->fragment, out);
    bool ok = stages[0] && stages[1] && link(gfx, build, stages, out);
    for (int i = 0; i < 2; i++)
        if (stages[i]) glDeleteShader(stages[i]);
    gl_leave(gfx, &scope);
    return ok;
}

void gl_program_end(struct gfx *gfx, uint32_t name) {
    struct gl_state *state = &gl_data(gfx)->state;
    if (state->program == name) state->program = 0;
    glDeleteProgram(name);
    gfx->backend_objects--;
}
