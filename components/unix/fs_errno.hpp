// SPDX-License-Identifier: BSD-2-Clause
// What errors of file systems are called by Linux.
#pragma once

#include <flat/fs/fs_error.hpp>
#include <unix/errno.hpp>

namespace flat::unix {

constexpr Errno errno_of(fs::FsError error) {
    using Code = fs::FsError::Code;
    switch (error.code) {
    case Code::not_found:
        return Errno::ENOENT;
    case Code::exists:
        return Errno::EEXIST;
    case Code::not_directory:
        return Errno::ENOTDIR;
    case Code::is_directory:
        return Errno::EISDIR;
    case Code::not_empty:
        return Errno::ENOTEMPTY;
    case Code::no_space:
        return Errno::ENOSPC;
    case Code::out_of_memory:
        return Errno::ENOMEM;
    case Code::read_only:
        return Errno::EROFS;
    case Code::name_too_long:
        return Errno::ENAMETOOLONG;
    case Code::too_many_links:
        return Errno::EMLINK;
    case Code::too_many_symbolic_links:
        return Errno::ELOOP;
    case Code::cross_device:
        return Errno::EXDEV;
    case Code::file_too_big:
        return Errno::EFBIG;
    case Code::busy:
        return Errno::EBUSY;
    case Code::invalid:
        return Errno::EINVAL;
    case Code::not_supported:
        return Errno::EPERM;
    case Code::io:
    case Code::corrupt:
    case Code::unknown_format:
        return Errno::EIO;
    }
    return Errno::EIO;
}

} // namespace flat::unix
