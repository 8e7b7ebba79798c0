/* SPDX-License-Identifier: MIT
 *
 * Paths as text.
 */
#include "base/path.h"

#include <string.h>

static wisp_status too_long(char *out, size_t size) {
    if (size) out[0] = '\0';
    return WISP_E_LIMIT;
}

static wisp_status copy_part(char *out, size_t size, const char *text, size_t length) {
    if (length >= size) return too_long(out, size);
    memmove(out, text, length);
    out[length] = '\0';
    return WISP_OK;
}

bool path_is_absolute(const char *path) { return path[0] == '/'; }

wisp_status path_join(char *out, size_t size, const char *a, const char *b) {
    size_t n = strlen(a), m = strlen(b);
    if (n == 0 || path_is_absolute(b)) return copy_part(out, size, b, m);
    if (m == 0) return copy_part(out, size, a, n);
    size_t slash = a[n - 1] != '/';
    if (n + slash + m >= size) return too_long(out, size);
    memmove(out + n + slash, b, m + 1); /* First b: it may lie in out. */
    memmove(out, a, n);
    if (slash) out[n] = '/';
    return WISP_OK;
}

const char *path_basename(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

const char *path_extension(const char *path) {
    const char *name = path_basename(path);
    const char *dot = strrchr(name, '.');
    return dot && dot != name ? dot : name + strlen(name);
}

wisp_status path_dirname(char *out, size_t size, const char *path) {
    const char *slash = strrchr(path, '/');
    if (!slash) return copy_part(out, size, ".", 1);
    size_t n = (size_t)(slash - path);
    while (n > 0 && path[n - 1] == '/') n--;
    return copy_part(out, size, path, n ? n : 1);
}

/* Take the last name off a normalised text of length n. */
static size_t drop_name(const char *out, size_t n, size_t root) {
    while (n > root && out[n - 1] != '/') n--;
    return n > root ? n - 1 : n;
}

static bool last_is_up(const char *out, size_t n) {
    return n >= 2 && out[n - 1] == '.' && out[n - 2] == '.' && (n == 2 || out[n - 3] == '/');
}

wisp_status path_normalise(char *out, size_t size, const char *path) {
    size_t root = path_is_absolute(path) ? 1 : 0, n = root;
    if (size < 2) return too_long(out, size);
    if (root) out[0] = '/';
    for (const char *name = path; *name;) {
        size_t length = strcspn(name, "/");
        bool up = length == 2 && name[0] == '.' && name[1] == '.';
        bool skip = length == 0 || (length == 1 && name[0] == '.') || (up && root && n == root);
        if (up && n > root && !last_is_up(out, n)) {
            n = drop_name(out, n, root);
        } else if (!skip) {
            size_t slash = n > root;
            if (n + slash + length >= size) return too_long(out, size);
            if (slash) out[n++] = '/';
            memcpy(out + n, name, length);
            n += length;
        }
        name += length;
        if (*name == '/') name++;
    }
    if (n == 0) out[n++] = '.';
    out[n] = '\0';
    return WISP_OK;
}

bool path_is_beneath(const char *root, const char *path) {
    char base[PATH_SIZE], joined[PATH_SIZE], full[PATH_SIZE];
    if (path_normalise(base, sizeof base, root) < 0) return false;
    if (path_join(joined, sizeof joined, base, path) < 0) return false;
    if (path_normalise(full, sizeof full, joined) < 0) return false;
    if (strcmp(base, ".") == 0)
        return !path_is_absolute(full) && strcmp(full, "..") != 0 &&
               strncmp(full, "../", 3) != 0;
    size_t n = strlen(base);
    if (strncmp(full, base, n) != 0) return false;
    return base[n - 1] == '/' || full[n] == '/' || full[n] == '\0';
}
