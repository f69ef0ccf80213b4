// SPDX-License-Identifier: BSD-2-Clause
// Why a system call has failed, by Linux' names and numbers (errno(3), asm-generic/errno.h).
#pragma once

#include <core/result.hpp>
#include <core/types.hpp>

namespace flat::unix {

enum class Errno : i32 {
    eperm = 1,
    enoent = 2,
    esrch = 3,
    eintr = 4,
    eio = 5,
    enxio = 6,
    e2big = 7,
    enoexec = 8,
    ebadf = 9,
    echild = 10,
    eagain = 11,
    enomem = 12,
    eacces = 13,
    efault = 14,
    ebusy = 16,
    eexist = 17,
    exdev = 18,
    enodev = 19,
    enotdir = 20,
    eisdir = 21,
    einval = 22,
    enfile = 23,
    emfile = 24,
    enotty = 25,
    efbig = 27,
    enospc = 28,
    espipe = 29,
    erofs = 30,
    emlink = 31,
    epipe = 32,
    erange = 34,
    edeadlk = 35,
    enametoolong = 36,
    enolck = 37,
    enosys = 38,
    enotempty = 39,
    eloop = 40,
    enomsg = 42,
    eidrm = 43,
    enonet = 64,
    eproto = 71,
    eoverflow = 75,
    elibbad = 80,
    enotsock = 88,
    edestaddrreq = 89,
    emsgsize = 90,
    eprototype = 91,
    enoprotoopt = 92,
    eprotonosupport = 93,
    esocktnosupport = 94,
    eopnotsupp = 95,
    eafnosupport = 97,
    eaddrinuse = 98,
    eaddrnotavail = 99,
    enetunreach = 101,
    econnreset = 104,
    enobufs = 105,
    eisconn = 106,
    enotconn = 107,
    etoomanyrefs = 109,
    etimedout = 110,
    econnrefused = 111,
    ehostdown = 112,
    ehostunreach = 113,
    ealready = 114,
    einprogress = 115,
    estale = 116,
    edquot = 122,
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
