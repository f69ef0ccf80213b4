// SPDX-License-Identifier: BSD-2-Clause
// Why a system call has failed, by Linux' names and numbers (errno(3), asm-generic/errno.h).
#pragma once

#include <core/result.hpp>
#include <core/types.hpp>

namespace flat::unix {

enum class Errno : i32 {
    EPERM = 1,
    ENOENT = 2,
    ESRCH = 3,
    EINTR = 4,
    EIO = 5,
    ENXIO = 6,
    E2BIG = 7,
    ENOEXEC = 8,
    EBADF = 9,
    ECHILD = 10,
    EAGAIN = 11,
    ENOMEM = 12,
    EACCES = 13,
    EFAULT = 14,
    EBUSY = 16,
    EEXIST = 17,
    EXDEV = 18,
    ENODEV = 19,
    ENOTDIR = 20,
    EISDIR = 21,
    EINVAL = 22,
    ENFILE = 23,
    EMFILE = 24,
    ENOTTY = 25,
    EFBIG = 27,
    ENOSPC = 28,
    ESPIPE = 29,
    EROFS = 30,
    EMLINK = 31,
    EPIPE = 32,
    ERANGE = 34,
    ENAMETOOLONG = 36,
    ENOSYS = 38,
    ENOTEMPTY = 39,
    ELOOP = 40,
    ETIMEDOUT = 110,
};

/// What a system call that has failed returns.
constexpr i64 failed(Errno why) {
    return -static_cast<i64>(why);
}

/// What a system call returns, of an outcome.
template<class T>
constexpr i64 result_of(Result<T, Errno> const& outcome) {
    return outcome.is_error() ? failed(outcome.error()) : static_cast<i64>(outcome.value());
}

constexpr i64 result_of(Result<void, Errno> const& outcome) {
    return outcome.is_error() ? failed(outcome.error()) : 0;
}

} // namespace flat::unix
