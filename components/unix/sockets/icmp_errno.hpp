// SPDX-License-Identifier: BSD-2-Clause
// What errors of ICMP are to programs (icmp(7), RFC 1122, section 3.2.2).
#pragma once

#include <core/types.hpp>
#include <unix/errno.hpp>

namespace flat::unix::sockets {

/// Linux' number of an error, and whether it ends more than one try: only then does a program hear
/// of it that has not asked for all errors.
struct IcmpErrno {
    Errno why;
    bool is_fatal;

    /// Of a message's type, in the upper eight bits, and its code.
    static IcmpErrno of(u16 type_and_code) {
        constexpr u32 unreachable = 3, parameter_problem = 12;
        u32 const type = type_and_code >> 8, code = type_and_code & 0xff;
        if (type == parameter_problem) return {Errno::eproto, true};
        if (type != unreachable) return {Errno::ehostunreach, false};
        return of_unreachable(code);
    }

private:
    static IcmpErrno of_unreachable(u32 code) {
        constexpr IcmpErrno errors[] = {
            {Errno::enetunreach, false}, {Errno::ehostunreach, false}, {Errno::enoprotoopt, true},
            {Errno::econnrefused, true}, {Errno::emsgsize, false},     {Errno::eopnotsupp, false},
            {Errno::enetunreach, true},  {Errno::ehostdown, true},     {Errno::enonet, true},
            {Errno::enetunreach, true},  {Errno::ehostunreach, true},  {Errno::enetunreach, false},
            {Errno::ehostunreach, false}};
        bool const is_known = code < sizeof errors / sizeof errors[0];
        return is_known ? errors[code] : IcmpErrno{Errno::ehostunreach, true};
    }
};

} // namespace flat::unix::sockets
