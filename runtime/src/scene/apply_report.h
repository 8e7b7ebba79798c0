/* SPDX-License-Identifier: MIT
 *
 * apply_report - one line about what a reload changed: "flame.rate 900 -> 1200, +1 effect".
 *
 * Values are shown as scripts write them: angles in degrees, tables as "curve". After
 * REPORT_ITEMS_MOST items the rest is only counted.
 * Errors  Those of the strbuf; a NULL strbuf swallows everything.
 */
#ifndef SCENE_APPLY_REPORT_H
#define SCENE_APPLY_REPORT_H

#include "base/str.h"
#include "script/desc.h"

enum { REPORT_ITEMS_MOST = 8 };

struct apply_report {
    struct strbuf *out;
    uint32_t items, more;
    uint32_t added[NODE_KINDS], removed[NODE_KINDS];
};

void report_begin(struct apply_report *report, struct strbuf *out);
void report_value(struct apply_report *report, const char *id, const wisp_param *param,
                  const struct desc_value *from, const struct desc_value *to);
void report_text(struct apply_report *report, const char *text);
void report_added(struct apply_report *report, enum node_kind kind);
void report_removed(struct apply_report *report, enum node_kind kind);
/* Adds the counts, or "nothing changed". */
void report_end(struct apply_report *report);

#endif
