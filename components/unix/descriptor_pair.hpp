// SPDX-License-Identifier: BSD-2-Clause
// Two descriptors that a system call gives a program at once.
#pragma once

#include <unix/descriptors.hpp>
#include <unix/user_data.hpp>

namespace flat::unix {

/// Gives two open files descriptors and tells the program their numbers; what the call returns. The
/// files are taken over, and closed if one of them gets none or the program cannot be told: then
/// another thread may have closed the numbers and have others' files by them, which stay.
inline i64 describe_pair(Descriptors& descriptors, UserMode& user_mode, OpenDescription& one,
                         OpenDescription& other, bool closes_on_exec, vaddr place) {
    auto const first = descriptors.share(one, 0, closes_on_exec);
    auto const second = descriptors.share(other, 0, closes_on_exec);
    bool const are_there = first.is_ok() && second.is_ok();
    u32 const numbers[] = {first.value_or(0), second.value_or(0)};
    bool const are_told = are_there && put(user_mode, place, numbers);
    if (!are_told) {
        if (first.is_ok()) descriptors.close_of(first.value(), one);
        if (second.is_ok()) descriptors.close_of(second.value(), other);
    }
    one.let_go();
    other.let_go();
    return are_told ? 0 : failed(are_there ? Errno::efault : Errno::emfile);
}

} // namespace flat::unix
