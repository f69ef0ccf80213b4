// SPDX-License-Identifier: BSD-2-Clause
// An I/O APIC (Intel 82093AA data sheet).
#pragma once

#include <core/types.hpp>

#include "acpi.hpp"

namespace flat::platform {

/// What an input of the controller does: which vector it raises on which processor, and how.
class Redirection {
public:
    /// Masked, and for nobody.
    constexpr Redirection() = default;

    constexpr Redirection(u8 vector, InterruptLine const& line, u8 processor)
        : bits_(vector | (line.is_active_low ? active_low : 0) | (line.is_level ? level : 0) |
                masked | u64(processor) << 56) {}

    constexpr Redirection with_mask(bool is_masked) const {
        Redirection changed = *this;
        changed.bits_ = (bits_ & ~masked) | (is_masked ? masked : 0);
        return changed;
    }

    constexpr u32 low() const { return static_cast<u32>(bits_); }
    constexpr u32 high() const { return static_cast<u32>(bits_ >> 32); }

private:
    static constexpr u64 active_low = 1u << 13;
    static constexpr u64 level = 1u << 15;
    static constexpr u64 masked = 1u << 16;

    u64 bits_ = masked;
};

/// The controller by the address of its two registers, which select and show the others.
class IoApic {
public:
    explicit IoApic(vaddr registers) : registers_(registers) {}

    /// How many inputs there are.
    u32 inputs() const { return (read(version) >> 16 & 0xff) + 1; }

    void set(u32 input, Redirection redirection) const {
        write(first_redirection + 2 * input + 1, redirection.high());
        write(first_redirection + 2 * input, redirection.low());
    }

private:
    static constexpr u32 version = 0x01;
    static constexpr u32 first_redirection = 0x10;
    static constexpr vaddr select_offset = 0x00;
    static constexpr vaddr window_offset = 0x10;

    u32 read(u32 which) const {
        *at(select_offset) = which;
        return *at(window_offset);
    }
    void write(u32 which, u32 value) const {
        *at(select_offset) = which;
        *at(window_offset) = value;
    }
    u32 volatile* at(vaddr offset) const { return pointer_to<u32 volatile>(registers_ + offset); }

    vaddr registers_;
};

} // namespace flat::platform
