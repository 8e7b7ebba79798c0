/* SPDX-License-Identifier: MIT
 *
 * What an errno means as a status.
 */
#include "os/errno_status.h"

#include <errno.h>

wisp_status errno_status(int error) {
    switch (error) {
    case ENOMEM:
        return WISP_E_NOMEM;
    case ENOENT:
    case ENOTDIR:
        return WISP_E_NOT_FOUND;
    case EEXIST:
    case ENOTEMPTY:
        return WISP_E_EXISTS;
    case EACCES:
    case EPERM:
    case EROFS:
    case EXDEV: /* openat2: leads out of the root. */
        return WISP_E_DENIED;
    case EISDIR:
        return WISP_E_IS_DIRECTORY;
    case ENXIO:
    case ENODEV:
        return WISP_E_NOT_A_FILE;
    case ENOSPC:
    case EDQUOT:
        return WISP_E_NO_SPACE;
    case ENAMETOOLONG:
    case ELOOP:
    case EMFILE:
    case ENFILE:
    case EFBIG:
        return WISP_E_LIMIT;
    case EINVAL:
        return WISP_E_BAD_PARAM;
    case ENOSYS:
    case EOPNOTSUPP:
        return WISP_E_UNSUPPORTED;
    case EBUSY:
    case ETXTBSY:
        return WISP_E_BUSY;
    case ETIMEDOUT:
        return WISP_E_TIMEOUT;
    default:
        return WISP_E_IO;
    }
}
