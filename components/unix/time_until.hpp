// SPDX-License-Identifier: BSD-2-Clause
// Until when a program waits.
#pragma once

#include <unix/user_data.hpp>

namespace flat::unix {

/// How many nanoseconds are left until a `struct timespec` of the program's, of a clock that says
/// `now_ns`; -1, for ever, where there is none. EFAULT, EINVAL.
inline Result<i64, Errno> time_until(UserMode& user_mode, vaddr place, i64 now_ns) {
    constexpr i64 second_ns = 1'000'000'000;
    constexpr i64 seconds_max = i64{1} << 33; // in nanoseconds below 2^63, and after every clock
    i64 words[2] = {};
    if (place == 0) return i64{-1};
    if (!get(user_mode, words, place)) return Errno::efault;
    if (words[0] < 0 || words[1] < 0 || words[1] >= second_ns) return Errno::einval;
    return max<i64>(min(words[0], seconds_max) * second_ns + words[1] - now_ns, 0);
}

} // namespace flat::unix
