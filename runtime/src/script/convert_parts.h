/* SPDX-License-Identifier: MIT
 *
 * convert_parts - what convert.c and convert_live.c share.
 */
#ifndef SCRIPT_CONVERT_PARTS_H
#define SCRIPT_CONVERT_PARTS_H

#include "script/convert.h"

enum { TEXT_MOST = 4096 };

bool convert_const(struct convert *c, int index, wisp_value *out);
bool convert_wrong_type(struct convert *c, int index);
bool convert_unknown_choice(struct convert *c, const char *key);
bool convert_limits(struct convert *c, double *x);
double convert_unit(const wisp_param *p, double x);
const wisp_choice *convert_choice(const wisp_param *p, const char *key);
float *convert_room(struct convert *c, uint32_t floats);
void convert_flat(struct convert *c, wisp_value *out, uint32_t components);
bool convert_takes_function(const wisp_param *p);

#endif
