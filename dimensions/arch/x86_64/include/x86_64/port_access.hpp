// SPDX-License-Identifier: BSD-2-Clause
// Which ports an instruction accesses (Intel SDM volume 2, IN, INS, OUT, OUTS).
#pragma once

#include <core/maybe.hpp>
#include <core/span.hpp>
#include <core/types.hpp>

namespace flat::arch {

/// The longest instruction, in bytes.
inline constexpr usize instruction_bytes_max = 15;

/// Ports from `first` on.
struct PortAccess {
    u32 first;
    u32 count; ///< 1, 2 or 4

    u32 last() const { return first + count - 1; }
};

/// What the instruction at the beginning of `code` accesses, by `dx` unless it names a port itself;
/// nothing if it is no instruction for ports, or `code` ends before it does.
constexpr Maybe<PortAccess> port_access(Span<u8 const> code, u16 dx) {
    bool has_operand_prefix = false;
    for (usize at = 0; at < code.size() && at < instruction_bytes_max; ++at) {
        u8 const byte = code[at];
        u32 const wide = has_operand_prefix ? 2 : 4;
        u32 const count = byte & 1 ? wide : 1;
        switch (byte) {
        case 0x66: // operand size
            has_operand_prefix = true;
            continue;
        case 0x26: // segments, address size, LOCK, REPNE, REP
        case 0x2e:
        case 0x36:
        case 0x3e:
        case 0x64:
        case 0x65:
        case 0x67:
        case 0xf0:
        case 0xf2:
        case 0xf3:
            continue;
        case 0xe4: // IN and OUT of a port in the instruction
        case 0xe5:
        case 0xe6:
        case 0xe7:
            if (at + 1 >= code.size()) return nothing;
            return PortAccess{code[at + 1], count};
        case 0x6c: // INS, OUTS
        case 0x6d:
        case 0x6e:
        case 0x6f:
        case 0xec: // IN and OUT of a port in dx
        case 0xed:
        case 0xee:
        case 0xef:
            return PortAccess{dx, count};
        default:
            if ((byte & 0xf0) == 0x40) continue; // REX
            return nothing;
        }
    }
    return nothing;
}

} // namespace flat::arch
