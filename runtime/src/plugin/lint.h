/* SPDX-License-Identifier: MIT
 *
 * What can be said of a plugin's file without running it: what would make it leak, clash, stay
 * in memory, or lose its state over a reload.
 *
 * Errors   Diagnostics of file = path. Codes: "plugin-*" as registry.h (errors), and
 *          "lint-writable", "lint-exported", "lint-unique", "lint-nodelete", "lint-tls",
 *          "lint-static-tls", "lint-exit", "lint-runpath", "lint-text-relocations",
 *          "lint-executable-stack", "lint-build-id", "lint-constructor".
 * Threads  Pure.
 */
#ifndef PLUGIN_LINT_H
#define PLUGIN_LINT_H

#include "base/diag.h"

/* The number of problems added; 0 is a clean plugin. */
size_t lint_file(const struct allocator *allocator, const char *path, struct diag_list *diags);

#endif
