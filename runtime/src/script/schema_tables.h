/* SPDX-License-Identifier: MIT
 *
 * schema_tables - tables that schema_things.c has and schema_table() gives out.
 */
#ifndef SCRIPT_SCHEMA_TABLES_H
#define SCRIPT_SCHEMA_TABLES_H

#include "script/schema.h"

extern const wisp_param schema_body[BODY_PARAMS];
extern const wisp_param schema_light[LIGHT_PARAMS];
extern const wisp_param schema_common[COMMON_PARAMS];

#endif
