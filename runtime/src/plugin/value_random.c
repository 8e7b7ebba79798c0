/* SPDX-License-Identifier: MIT */
#include "plugin/validate.h"
#include "plugin/values.h"
#include <math.h>
#include <string.h>

/* What random values of a parameter lie between. Tables with one-sided or no limits get some. */
static void limits(const wisp_param *param, double *lo, double *hi) {
    bool soft = param->soft_min != 0 || param->soft_max != 0;
    bool hard = param->hard_min != 0 || param->hard_max != 0;
    *lo = soft ? param->soft_min : hard ? param->hard_min : param->def[0] - 1;
    *hi = soft ? param->soft_max : hard ? param->hard_max : param->def[0] + 1;
    if (!isfinite(*lo)) *lo = fmin(param->def[0], isfinite(*hi) ? *hi : 0) - 1;
    if (!isfinite(*hi)) *hi = fmax(param->def[0], *lo) + 1;
    if (param->type == WISP_PARAM_COLOR && !soft && !hard) {
        *lo = 0;
        *hi = 1;
    }
}

static float number(const wisp_param *param, uint64_t key, uint64_t i) {
    double lo, hi, x = (double)wisp_rng_f01(key, i);
    limits(param, &lo, &hi);
    /* The ends are where things break: a fifth of all values lies there. */
    if (x < 0.1) return (float)lo;
    if (x > 0.9) return (float)hi;
    return (float)(lo + (hi - lo) * x);
}

static float unit_of(const wisp_param *param) {
    return param->flags & WISP_PARAM_ANGLE ? 3.14159265f / 180.0f : 1.0f;
}

static wisp_status random_table(struct arena *arena, const wisp_param *param, uint64_t key,
                                uint32_t width, wisp_value *out) {
    float *table = arena_push_array(arena, (size_t)VALUE_SAMPLES * width, sizeof *table, 0);
    if (!table) return WISP_E_NOMEM;
    float from[4], to[4];
    for (uint32_t c = 0; c < width; c++) {
        from[c] = number(param, key, 10 + c);
        to[c] = number(param, key, 20 + c);
    }
    for (uint32_t i = 0; i < VALUE_SAMPLES; i++)
        for (uint32_t c = 0; c < width; c++) {
            float t = (float)i / (VALUE_SAMPLES - 1);
            table[i * width + c] = (from[c] + (to[c] - from[c]) * t) * unit_of(param);
        }
    out->kind = width == 1 ? WISP_VALUE_CURVE : WISP_VALUE_GRADIENT;
    out->table = table;
    out->count = VALUE_SAMPLES;
    if (width == 1) out->v[0] = out->v[1] = 1.0f;
    return WISP_OK;
}

static void random_range(const wisp_param *param, uint64_t key, wisp_value *out) {
    float a = number(param, key, 0) * unit_of(param),
          b = number(param, key, 1) * unit_of(param);
    out->kind = WISP_VALUE_RANGE;
    out->v[0] = fminf(a, b);
    out->v[1] = fmaxf(a, b);
}

static void random_numbers(const wisp_param *param, uint64_t key, wisp_value *out) {
    for (uint32_t c = 0; c < 4; c++) out->v[c] = number(param, key, c) * unit_of(param);
    out->i = (int32_t)fmax(fmin((double)out->v[0], 2147483520.0), -2147483520.0);
    if (param->type == WISP_PARAM_BOOL) out->i = wisp_rng_u32(key, 5) & 1;
    if (param->type == WISP_PARAM_INT || param->type == WISP_PARAM_BOOL)
        out->v[0] = (float)out->i;
}

wisp_status value_random(struct arena *arena, const wisp_param *param, uint64_t key,
                         wisp_value *out) {
    wisp_status status = value_default(arena, param, out);
    uint32_t kind = wisp_rng_u32(key, 9) % 3;
    bool over = (param->flags & WISP_PARAM_OVER_LIFE) && kind == 1;
    if (status < 0) return status;
    switch (param->type) {
    case WISP_PARAM_STRING:
    case WISP_PARAM_ASSET:
        return WISP_OK; /* Only the default is known to exist. */
    case WISP_PARAM_ENUM: {
        const wisp_choice *c = &param->choices[wisp_rng_u32(key, 0) % param->choice_count];
        out->i = c->value;
        out->text = c->key;
        return WISP_OK;
    }
    case WISP_PARAM_CURVE:
        return random_table(arena, param, key, 1, out);
    case WISP_PARAM_GRADIENT:
        return random_table(arena, param, key, 4, out);
    case WISP_PARAM_FLOAT:
        if (over) return random_table(arena, param, key, 1, out);
        if ((param->flags & WISP_PARAM_RANGE) && kind == 2) {
            random_range(param, key, out);
            return WISP_OK;
        }
        break;
    case WISP_PARAM_COLOR:
        if (over) return random_table(arena, param, key, 4, out);
        break;
    default:
        break;
    }
    memset(out, 0, sizeof *out);
    out->over_hi = 1.0f;
    random_numbers(param, key, out);
    return WISP_OK;
}
