// SPDX-License-Identifier: BSD-2-Clause
// Thread names of L4 X.2 (reference manual, section 2.1), in their 64-bit form.
#pragma once

#include <l4/abi/types.hpp>

namespace l4 {

/// Names a thread, or a set of threads where an operation takes one.
///
/// A global name is a thread number in the upper and a version in the lower 32 bits, whose low six
/// bits are never all zero. A local name is the address of the thread's message registers and is
/// valid in its own address space only; its low six bits are all zero.
class ThreadId {
public:
    /// No thread.
    constexpr ThreadId() = default;

    /// What a register or a message says, unchecked.
    constexpr explicit ThreadId(Word raw) : raw_(raw) {}

    /// The global name of thread `number`. The low six bits of `version` must not all be zero.
    static constexpr ThreadId global(Word number, Word version) {
        return ThreadId{number << 32 | (version & 0xffff'ffff)};
    }

    static constexpr ThreadId nil() { return ThreadId{}; }

    /// Any thread: the open receive.
    static constexpr ThreadId any() { return ThreadId{~Word{0}}; }

    /// Any thread of the receiver's own address space.
    static constexpr ThreadId any_local() { return ThreadId{~local_zeros}; }

    constexpr Word raw() const { return raw_; }
    constexpr u32 number() const { return static_cast<u32>(raw_ >> 32); }
    constexpr u32 version() const { return static_cast<u32>(raw_); }
    constexpr bool is_nil() const { return raw_ == 0; }
    constexpr bool is_local() const { return raw_ != 0 && (raw_ & local_zeros) == 0; }
    constexpr bool is_global() const { return (raw_ & local_zeros) != 0 && *this != any(); }

    /// Stands for any of several threads.
    constexpr bool is_wildcard() const { return *this == any() || *this == any_local(); }

    constexpr bool operator==(ThreadId const&) const = default;

private:
    static constexpr Word local_zeros = 0x3f;

    Word raw_ = 0;
};

} // namespace l4
