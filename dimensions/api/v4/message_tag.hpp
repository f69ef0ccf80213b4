// SPDX-License-Identifier: BSD-2-Clause
// Message tags and typed items (L4 X.2, sections 5.1 and 5.2).
#pragma once

#include <core/types.hpp>

namespace flat::api {

/// How many message registers a thread has.
inline constexpr u32 message_register_count = 64;

/// Message register 0: how many words follow, flags, and a label that the kernel does not read.
class MessageTag {
public:
    constexpr explicit MessageTag(u64 raw) : raw_(raw) {}
    constexpr MessageTag(u64 label, u32 untyped_words)
        : raw_(label << label_shift | untyped_words) {}

    /// The tag of a system call that failed.
    static constexpr MessageTag error() { return MessageTag{error_flag}; }

    constexpr u64 raw() const { return raw_; }
    constexpr u32 untyped_words() const { return raw_ & 0x3f; }
    constexpr u32 typed_words() const { return raw_ >> 6 & 0x3f; }
    constexpr u32 words() const { return untyped_words() + typed_words(); }
    /// Untyped words only and no flag.
    constexpr bool is_plain() const { return (raw_ & 0xffc0) == 0; }
    /// As the receiver sees it: what the sender may not claim is cleared.
    constexpr MessageTag received() const { return MessageTag{raw_ & ~u64{0xf000}}; }

private:
    static constexpr u64 error_flag = 1 << 15;
    static constexpr u32 label_shift = 16;

    u64 raw_;
};

/// The labels of messages that the kernel sends in a thread's name (X.2, sections 6.1 and 6.2).
enum class KernelLabel : i64 {
    page_fault = -2 * 16, ///< plus the access: 4 read, 2 write, 1 execute
    system_exception = -4 * 16,
    architecture_exception = -5 * 16,
};

/// The first word of a typed item.
class TypedItem {
public:
    constexpr explicit TypedItem(u64 raw) : raw_(raw) {}

    constexpr bool is_map() const { return (raw_ >> 1 & 7) == 4; }
    constexpr bool is_grant() const { return (raw_ >> 1 & 7) == 5; }
    /// Where in the larger of both windows the smaller one is placed, in bytes.
    constexpr u64 send_base() const { return raw_ & ~u64{0x3ff}; }

private:
    u64 raw_;
};

} // namespace flat::api
