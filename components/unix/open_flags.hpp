// SPDX-License-Identifier: BSD-2-Clause
// How files are opened (asm-generic/fcntl.h).
#pragma once

#include <core/types.hpp>

namespace flat::unix {

enum OpenFlag : u32 {
    O_RDONLY = 0,
    O_WRONLY = 1,
    O_RDWR = 2,
    O_CREAT = 0100,
    O_EXCL = 0200,
    O_NOCTTY = 0400,
    O_TRUNC = 01000,
    O_APPEND = 02000,
    O_NONBLOCK = 04000,
    O_DIRECTORY = 0200000,
    O_NOFOLLOW = 0400000,
    O_CLOEXEC = 02000000,
};

inline constexpr u32 access_mode = 3; ///< O_ACCMODE

} // namespace flat::unix
