// SPDX-License-Identifier: BSD-2-Clause
// What fcntl does (asm-generic/fcntl.h).
#pragma once

#include <core/types.hpp>

namespace flat::unix::files {

enum FileCommand : u32 {
    f_dupfd = 0,
    f_getfd = 1,
    f_setfd = 2,
    f_getfl = 3,
    f_setfl = 4,
    f_getlk = 5,
    f_setlk = 6,
    f_setlkw = 7,
    f_ofd_getlk = 36, // of the open file, and no process
    f_ofd_setlk = 37,
    f_ofd_setlkw = 38,
    f_dupfd_cloexec = 1030,
};

} // namespace flat::unix::files
