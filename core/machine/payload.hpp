// SPDX-License-Identifier: BSD-2-Clause
// What goes with a call beside words in registers: where each part of it is.
#pragma once

#include <core/bits.hpp>
#include <core/span.hpp>
#include <core/types.hpp>

namespace flat::machine {

/// Bytes that a call takes along, at most 2^32.
struct PayloadPart {
    vaddr address;
    u64 bytes;
    /// Which word of the call, or of a later part, says where they are in the program called.
    u64* word;
    /// Whether they are copied back when the program has answered.
    bool comes_back = false;
    /// They are a program's, the one that the calling thread works for, wherever it says that they
    /// are. Else they are the kernel's own.
    bool is_program = false;
    /// Nothing of that program runs meanwhile, and it passes nobody anything to call: whole pages
    /// of it may be shown where they are.
    bool may_be_lent = false;
};

/// Parts that lie one after the other in the program that is called, each at a multiple of 8. They
/// are copied once, from where they are, but for pages that are lent. Refers to the parts.
struct Payload {
    /// What fits onto the stack of a call, beside what the server needs itself.
    static constexpr u64 bytes_max = 0x18000;

    template<usize count>
    Payload(PayloadPart const (&parts)[count]) : parts(parts, count) {
        for (PayloadPart const& each : parts) {
            bytes += to_next(each);
            comes_back = comes_back || each.comes_back;
            may_be_lent = may_be_lent || each.may_be_lent;
        }
    }

    /// How far after a part the next one begins.
    static u64 to_next(PayloadPart const& part) { return align_up(part.bytes, sizeof(u64)); }

    Span<PayloadPart const> parts;
    u64 bytes = 0;
    /// Whether any part does, or may be.
    bool comes_back = false;
    bool may_be_lent = false;
};

} // namespace flat::machine
