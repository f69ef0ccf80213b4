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
        return Errno::enoent;
    case Code::exists:
        return Errno::eexist;
    case Code::not_directory:
        return Errno::enotdir;
    case Code::is_directory:
        return Errno::eisdir;
    case Code::not_empty:
        return Errno::enotempty;
    case Code::no_space:
        return Errno::enospc;
    case Code::out_of_memory:
        return Errno::enomem;
    case Code::read_only:
        return Errno::erofs;
    case Code::name_too_long:
        return Errno::enametoolong;
    case Code::too_many_links:
        return Errno::emlink;
    case Code::too_many_symbolic_links:
        return Errno::eloop;
    case Code::cross_device:
        return Errno::exdev;
    case Code::file_too_big:
        return Errno::efbig;
    case Code::busy:
        return Errno::ebusy;
    case Code::invalid:
        return Errno::einval;
    case Code::not_supported:
        return Errno::eperm;
    case Code::forbidden:
        return Errno::eacces;
    case Code::stale:
        return Errno::estale;
    case Code::no_answer:
        return Errno::etimedout;
    case Code::over_quota:
        return Errno::edquot;
    case Code::no_disk:
        return Errno::enxio;
    case Code::io:
    case Code::corrupt:
    case Code::unknown_format:
        return Errno::eio;
    }
    return Errno::eio;
}

/// What a system call returns that a file system has done.
constexpr i64 outcome_of(Result<void, fs::FsError> const& outcome) {
    return outcome.is_ok() ? 0 : failed(errno_of(outcome.error()));
}

} // namespace flat::unix
