// SPDX-License-Identifier: BSD-2-Clause
// Controllers of disks whose registers are where they were before PCI.
#pragma once

#include <flat/bus/pci.hpp>

namespace flat::bus {

/// A function of this class that says so by a bit of its interface has a channel of IDE with the
/// ports and the line of the PC/AT (PCI IDE Controller Specification 1.0, sections 2.1 and 2.2);
/// its base address registers for that are not there.
class PciCompatibility {
public:
    explicit PciCompatibility(u32 class_code) : class_code_(class_code) {}

    /// Whether that is so of the channel whose two regions `number` is one of.
    bool has(u32 number) const {
        constexpr u32 ide = 0x0101;
        return class_code_ >> 8 == ide && number < 4 && !(class_code_ >> number / 2 * 2 & 1);
    }

    /// Such a region: the commands of a channel, or its control.
    Pci::Bar region(u32 number) const {
        constexpr paddr begins[] = {0x1f0, 0x3f4, 0x170, 0x374};
        return {begins[number], number % 2 == 0 ? u64{8} : u64{4}, false};
    }

    /// Whether the lines of its channels are not that of PCI.
    bool has_lines() const { return has(0); }
    static constexpr u8 first_line = 14;
    static constexpr u8 second_line = 15;

private:
    u32 class_code_;
};

} // namespace flat::bus
