/* SPDX-License-Identifier: MIT
 *
 * asset - see asset.h.
 */
#include "script/asset.h"

#include "base/path.h"
#include "os/file.h"
#include <string.h>
#include <unistd.h>

/* Why a name is not a plain relative path, or NULL. */
static const char *objection(const char *text, size_t size) {
    if (memchr(text, 0, size)) return "holds a zero byte";
    if (text[0] == '/') return "is an absolute path";
    if (text[0] == '~') return "points into a home folder";
    if (memchr(text, '\\', size)) return "holds a backslash; write '/'";
    if (size > 1 && text[1] == ':') return "names a drive";
    for (const char *p = text; p; p = strchr(p, '/')) {
        if (*p == '/') p++;
        if (!strncmp(p, "..", 2) && (p[2] == '/' || p[2] == '\0'))
            return "leaves the scene's folder";
    }
    return NULL;
}

static wisp_status try_root(struct convert *c, const char *root, const char *text, char *path,
                            size_t size) {
    int fd;
    wisp_status status = path_join(path, size, root, text);
    if (!status) status = file_open_beneath(root, text, &fd);
    if (!status) close(fd);
    script_deps_add(c->script->deps,
                    &(struct script_dep){.path = path, .kind = DEP_ASSET, .found = !status});
    return status;
}

static bool refuse(struct convert *c, const char *shown, wisp_status status) {
    const char *why = status == WISP_E_NOT_FOUND ? "there is no such file in the scene's folder"
                      : status == WISP_E_IS_DIRECTORY ? "it is a folder"
                      : status == WISP_E_NOT_A_FILE   ? "it is a pipe, socket or device"
                      : status == WISP_E_DENIED ? "it leads out of the scene's folder, or may "
                                                  "not be read"
                                                : "it cannot be opened";
    convert_problem(c, DIAG_ERROR,
                    status == WISP_E_NOT_FOUND ? "missing-asset" : "refused-asset",
                    "'%s' names \"%s\": %s", c->name, shown, why);
    return false;
}

bool asset_resolve(struct convert *c, const char *text, size_t size, wisp_value *out) {
    char shown[128], path[PATH_SIZE];
    out->text = "";
    if (size == 0) return true;
    str_printable(shown, sizeof shown, text, size);
    const char *why = objection(text, size);
    if (why) {
        convert_problem(c, DIAG_ERROR, "refused-asset",
                        "'%s' names \"%s\", which %s; files are looked for beneath the scene's "
                        "folder",
                        c->name, shown, why);
        return false;
    }
    wisp_status status = try_root(c, c->script->root, text, path, sizeof path);
    if (status == WISP_E_NOT_FOUND && c->script->config.asset_root)
        status = try_root(c, c->script->config.asset_root, text, path, sizeof path);
    if (status) return refuse(c, shown, status);
    out->text = state_intern(c->L, path);
    return true;
}
