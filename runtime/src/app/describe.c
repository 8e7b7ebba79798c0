/* SPDX-License-Identifier: MIT
 *
 * describe - parameter tables in words and in JSON.
 */
#include "app/describe.h"

#include "base/str.h"

#include <math.h>

const struct describe_node describe_nodes[] = {
    {NODE_SCENE, "scene", "wisp.scene{}: the whole file returns it."},
    {NODE_CAMERA, "camera", "wisp.orbit{}, wisp.fixed{} and wisp.fly{}."},
    {NODE_SKY, "sky", "background = a colour, a gradient or wisp.sky{}."},
    {NODE_SUN, "sun", "sun = wisp.sun{}."},
    {NODE_WIND, "wind", "wind = { x, y, z } or wisp.wind{}."},
    {NODE_POST, "post", "post = { }: exposure, tone curve and bloom."},
    {NODE_BODY, "body", "wisp.ground, box, sphere, cylinder, capsule and mesh, in bodies."},
    {NODE_LIGHT, "light", "wisp.lamp{}, in lights."},
    {NODE_EFFECT, "effect", "What every effect takes beside its own parameters."},
    {0, NULL, NULL},
};

const char *describe_type(uint32_t type) {
    static const char *const names[] = {"",      "bool",  "int",     "float", "vec2",
                                        "vec3",  "vec4",  "color",   "enum",  "string",
                                        "asset", "curve", "gradient"};
    return type < sizeof names / sizeof *names ? names[type] : "unknown";
}

void describe_kinds(const wisp_param *param, char out[DESCRIBE_TEXT]) {
    bool over = (param->flags & WISP_PARAM_OVER_LIFE) != 0;
    size_t n = str_copy(out, DESCRIBE_TEXT, describe_type(param->type));
    if ((param->flags & WISP_PARAM_RANGE) != 0)
        n += str_copy(out + n, DESCRIBE_TEXT - n, " | {lo,hi}");
    if ((param->flags & WISP_PARAM_POINTS) != 0)
        n += str_copy(out + n, DESCRIBE_TEXT - n, " | two points");
    if (over)
        str_copy(out + n, DESCRIBE_TEXT - n,
                 param->type == WISP_PARAM_COLOR ? " | gradient" : " | curve");
}

void describe_limits(double min, double max, char out[DESCRIBE_TEXT]) {
    out[0] = '\0';
    if (min == 0.0 && max == 0.0) return;
    if (isinf(min) && isinf(max)) return;
    if (isinf(max))
        str_format(out, DESCRIBE_TEXT, "at least %g", min);
    else if (isinf(min))
        str_format(out, DESCRIBE_TEXT, "at most %g", max);
    else
        str_format(out, DESCRIBE_TEXT, "%g to %g", min, max);
}

/* Linear light to an sRGB byte. */
static unsigned srgb_byte(double linear) {
    double x = linear <= 0.0 ? 0.0 : linear >= 1.0 ? 1.0 : linear;
    double s = x <= 0.0031308 ? 12.92 * x : 1.055 * pow(x, 1.0 / 2.4) - 0.055;
    return (unsigned)lround(255.0 * s);
}

static void color_text(const double v[4], char out[DESCRIBE_TEXT]) {
    unsigned alpha = (unsigned)lround(255.0 * fmin(fmax(v[3], 0.0), 1.0));
    size_t n = str_format(out, DESCRIBE_TEXT, "\"#%02x%02x%02x", srgb_byte(v[0]),
                          srgb_byte(v[1]), srgb_byte(v[2]));
    if (alpha != 255) n += str_format(out + n, DESCRIBE_TEXT - n, "%02x", alpha);
    str_copy(out + n, DESCRIBE_TEXT - n, "\"");
}

static void stops_text(const wisp_param *param, char out[DESCRIBE_TEXT]) {
    bool gradient = param->type == WISP_PARAM_COLOR || param->type == WISP_PARAM_GRADIENT;
    size_t n = str_format(out, DESCRIBE_TEXT, "wisp.%s{", gradient ? "gradient" : "curve");
    for (uint32_t i = 0; i < param->def_stop_count; i++) {
        char one[DESCRIBE_TEXT];
        const wisp_stop *s = &param->def_stops[i];
        double v[4] = {(double)s->v[0], (double)s->v[1], (double)s->v[2], (double)s->v[3]};
        if (gradient)
            color_text(v, one);
        else
            str_format(one, sizeof one, "%g", v[0]);
        n += str_format(out + n, DESCRIBE_TEXT - n, "%s{%g, %s}", i > 0 ? ", " : " ",
                        (double)s->t, one);
    }
    str_copy(out + n, DESCRIBE_TEXT - n, " }");
}

static void vector_text(const double *v, int count, char out[DESCRIBE_TEXT]) {
    size_t n = str_copy(out, DESCRIBE_TEXT, "{ ");
    for (int i = 0; i < count; i++)
        n += str_format(out + n, DESCRIBE_TEXT - n, "%s%g", i > 0 ? ", " : "", v[i]);
    str_copy(out + n, DESCRIBE_TEXT - n, " }");
}

void describe_default(const wisp_param *param, char out[DESCRIBE_TEXT]) {
    const double *d = param->def;
    if (param->def_stop_count > 0) {
        stops_text(param, out);
        return;
    }
    switch (param->type) {
    case WISP_PARAM_BOOL:
        str_copy(out, DESCRIBE_TEXT, d[0] != 0.0 ? "true" : "false");
        return;
    case WISP_PARAM_FLOAT:
        if ((param->flags & WISP_PARAM_RANGE) != 0 && d[1] != d[0] && d[1] != 0.0)
            vector_text(d, 2, out);
        else
            str_format(out, DESCRIBE_TEXT, "%g", d[0]);
        return;
    case WISP_PARAM_INT:
        str_format(out, DESCRIBE_TEXT, "%g", d[0]);
        return;
    case WISP_PARAM_VEC2:
    case WISP_PARAM_VEC3:
    case WISP_PARAM_VEC4:
        vector_text(d, (int)(param->type - WISP_PARAM_VEC2) + 2, out);
        return;
    case WISP_PARAM_COLOR:
        color_text(d, out);
        return;
    default:
        str_format(out, DESCRIBE_TEXT, "\"%s\"",
                   param->def_text != NULL ? param->def_text : "");
        return;
    }
}

const char *describe_apply(uint32_t flags) {
    if ((flags & WISP_PARAM_REBUILD) != 0) return "rebuild";
    if ((flags & WISP_PARAM_RESIZE) != 0) return "resize";
    if ((flags & WISP_PARAM_SPAWN) != 0) return "new spawns";
    return "at once";
}

/* JSON has no infinity: a side without a limit is null. */
static void add_limit(cJSON *array, double value) {
    cJSON_AddItemToArray(array,
                         isfinite(value) ? cJSON_CreateNumber(value) : cJSON_CreateNull());
}

static void add_limits(cJSON *to, const char *name, double min, double max) {
    cJSON *pair = cJSON_AddArrayToObject(to, name);
    bool none = min == 0.0 && max == 0.0;
    add_limit(pair, none ? -HUGE_VAL : min);
    add_limit(pair, none ? HUGE_VAL : max);
}

static void add_texts(cJSON *to, const char *name, const char *const *texts) {
    cJSON *array = cJSON_AddArrayToObject(to, name);
    for (; texts != NULL && *texts != NULL; texts++)
        cJSON_AddItemToArray(array, cJSON_CreateString(*texts));
}

static const char *text_or(const char *text, const char *other) {
    return text != NULL ? text : other;
}

static void add_choices(cJSON *to, const wisp_param *param) {
    cJSON *array = cJSON_AddArrayToObject(to, "choices");
    for (uint32_t i = 0; i < param->choice_count; i++) {
        const wisp_choice *c = &param->choices[i];
        cJSON *one = cJSON_CreateObject();
        cJSON_AddStringToObject(one, "key", c->key);
        cJSON_AddStringToObject(one, "label", text_or(c->label, c->key));
        cJSON_AddNumberToObject(one, "value", c->value);
        cJSON_AddItemToArray(array, one);
    }
}

static void add_flags(cJSON *to, uint32_t flags) {
    static const struct {
        uint32_t bit;
        const char *name;
    } names[] = {{WISP_PARAM_RANGE, "range"},       {WISP_PARAM_OVER_LIFE, "over_life"},
                 {WISP_PARAM_ANGLE, "angle"},       {WISP_PARAM_HIDDEN, "hidden"},
                 {WISP_PARAM_METER, "meter"},       {WISP_PARAM_LOG, "log"},
                 {WISP_PARAM_REQUIRED, "required"}, {WISP_PARAM_POINTS, "points"}};
    cJSON *array = cJSON_AddArrayToObject(to, "flags");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if ((flags & names[i].bit) != 0)
            cJSON_AddItemToArray(array, cJSON_CreateString(names[i].name));
}

cJSON *describe_param(const wisp_param *param) {
    char text[DESCRIBE_TEXT];
    bool soft = param->soft_min != 0.0 || param->soft_max != 0.0;
    cJSON *out = cJSON_CreateObject();
    cJSON_AddStringToObject(out, "key", param->key);
    cJSON_AddStringToObject(out, "type", describe_type(param->type));
    cJSON_AddStringToObject(out, "unit", text_or(param->unit, "1"));
    add_limits(out, "hard", param->hard_min, param->hard_max);
    add_limits(out, "soft", soft ? param->soft_min : param->hard_min,
               soft ? param->soft_max : param->hard_max);
    describe_default(param, text);
    cJSON_AddStringToObject(out, "default", text);
    cJSON_AddStringToObject(out, "apply", describe_apply(param->flags));
    add_flags(out, param->flags);
    if (param->choice_count > 0) add_choices(out, param);
    if (param->step != 0.0) cJSON_AddNumberToObject(out, "step", param->step);
    cJSON_AddStringToObject(out, "group", text_or(param->group, ""));
    cJSON_AddStringToObject(out, "doc", text_or(param->doc, ""));
    add_texts(out, "aliases", param->aliases);
    return out;
}

static cJSON *describe_command(const wisp_command *command) {
    cJSON *out = cJSON_CreateObject();
    cJSON_AddStringToObject(out, "name", command->name);
    cJSON_AddStringToObject(out, "doc", text_or(command->doc, ""));
    cJSON *params = cJSON_AddArrayToObject(out, "params");
    for (uint32_t i = 0; i < command->param_count; i++)
        cJSON_AddItemToArray(params, describe_param(&command->params[i]));
    return out;
}

cJSON *describe_effect(const struct effect_type *type, const char *path) {
    cJSON *out = cJSON_CreateObject();
    cJSON_AddStringToObject(out, "id", type->id);
    cJSON_AddStringToObject(out, "name", text_or(type->name, type->id));
    cJSON_AddStringToObject(out, "version", text_or(type->version, ""));
    cJSON_AddStringToObject(out, "doc", text_or(type->doc, ""));
    if (path != NULL) cJSON_AddStringToObject(out, "path", path);
    cJSON *params = cJSON_AddArrayToObject(out, "params");
    for (uint32_t i = 0; i < type->param_count; i++)
        cJSON_AddItemToArray(params, describe_param(&type->params[i]));
    cJSON *commands = cJSON_AddArrayToObject(out, "commands");
    for (uint32_t i = 0; i < type->command_count; i++)
        cJSON_AddItemToArray(commands, describe_command(&type->commands[i]));
    add_texts(out, "signals", type->signals);
    return out;
}
