/* SPDX-License-Identifier: MIT
 *
 * describe - parameter tables in words and in JSON: what lists, reference pages and completion
 * files are made from.
 *
 * Ownership  JSON trees belong to the caller: cJSON_Delete. Texts go where they are told.
 */
#ifndef APP_DESCRIBE_H
#define APP_DESCRIBE_H

#include "plugin/effect_type.h"
#include "script/schema.h"

#include <cjson/cJSON.h>

enum { DESCRIBE_TEXT = 256 };

/* "float", "color", ... */
const char *describe_type(uint32_t type);
/* "float, {lo,hi} or curve" */
void describe_kinds(const wisp_param *param, char out[DESCRIBE_TEXT]);
/* "0 to 100", "at least 0", "" without limits. */
void describe_limits(double min, double max, char out[DESCRIBE_TEXT]);
/* As a script would write it: 4, { 1, 2 }, "#ffffff", "smooth". */
void describe_default(const wisp_param *param, char out[DESCRIBE_TEXT]);
/* What a live change does: "at once", "new spawns", "resize", "rebuild". */
const char *describe_apply(uint32_t flags);

cJSON *describe_param(const wisp_param *param);
/* path may be NULL. */
cJSON *describe_effect(const struct effect_type *type, const char *path);

/* NULL-terminated kinds of nodes with a table, in the order they are documented. */
struct describe_node {
    enum node_kind kind;
    const char *name, *doc;
};
extern const struct describe_node describe_nodes[];

#endif
