// SPDX-License-Identifier: BSD-2-Clause
// How files are opened (asm-generic/fcntl.h).
#pragma once

#include <core/types.hpp>

namespace flat::unix {

enum OpenFlag : u32 {
    o_rdonly = 0,
    o_wronly = 1,
    o_rdwr = 2,
    o_creat = 0100,
    o_excl = 0200,
    o_noctty = 0400,
    o_trunc = 01000,
    o_append = 02000,
    o_nonblock = 04000,
    o_directory = 0200000,
    o_nofollow = 0400000,
    o_cloexec = 02000000,
};

inline constexpr u32 access_mode = 3; ///< O_ACCMODE

} // namespace flat::unix
