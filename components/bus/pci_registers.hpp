// SPDX-License-Identifier: BSD-2-Clause
// The registers of a PCI function that software uses (PCI Local Bus 3.0, chapter 6).
#pragma once

#include <core/types.hpp>

namespace flat::bus {

/// Offsets in the configuration space, of 32 bits each (section 6.1, figure 6-1).
enum class PciRegister : u32 {
    IDENTITY = 0x00, // device << 16 | vendor
    COMMAND = 0x04,  // status << 16 | command
    CLASS = 0x08,    // class code << 8 | revision
    HEADER = 0x0c,   // header type in bits 16 to 23
    BASE_ADDRESS_0 = 0x10,
    BUSES = 0x18, // of a bridge: its secondary bus in bits 8 to 15
    CAPABILITIES = 0x34,
    INTERRUPT = 0x3c, // pin << 8 | line
};

/// The command register (section 6.2.2). The status above it is cleared by writing ones, so that
/// zeros may be written there.
namespace pci_command {
inline constexpr u32 IO_SPACE = 1u << 0;
inline constexpr u32 MEMORY_SPACE = 1u << 1;
inline constexpr u32 BUS_MASTER = 1u << 2;
inline constexpr u32 INTERRUPT_DISABLE = 1u << 10;
inline constexpr u32 MASK = 0xffff;
} // namespace pci_command

/// The status register, in the upper half (section 6.2.3).
inline constexpr u32 pci_status_capabilities_list = 1u << 20;

/// The header type (section 6.2.1).
inline constexpr u32 pci_header_shift = 16;
inline constexpr u32 pci_header_type_mask = 0x7f;
inline constexpr u32 pci_header_is_multifunction = 0x80;
inline constexpr u32 pci_header_bridge = 1;

/// Base address registers (section 6.2.5.1).
namespace pci_bar {
inline constexpr u32 IS_IO = 1u << 0;
inline constexpr u32 TYPE_MASK = 3u << 1;
inline constexpr u32 TYPE_64_BITS = 2u << 1;
inline constexpr u32 IO_FLAGS = 0x3;
inline constexpr u32 MEMORY_FLAGS = 0xf;
} // namespace pci_bar

inline constexpr u32 pci_bars = 6;
inline constexpr u32 pci_configuration_bytes = 256;
inline constexpr u16 pci_no_vendor = 0xffff;

/// Messages for interrupts, MSI-X (section 6.8.2): the capability, and an entry of its table.
inline constexpr u8 pci_capability_msix = 0x11;
namespace msix {
inline constexpr u32 ENABLE = 1u << 31; // of the register that begins with the capability's number
inline constexpr u32 FUNCTION_MASK = 1u << 30;
inline constexpr u32 TABLE_SIZE_SHIFT = 16; // the size less one, in 11 bits
inline constexpr u32 TABLE_SIZE_MASK = 0x7ff;
inline constexpr u32 TABLE_REGISTER = 4; // after the capability's begin: offset | region
inline constexpr u32 REGION_MASK = 7;
inline constexpr u32 ENTRY_BYTES = 16;
inline constexpr u32 ENTRY_ADDRESS_LOW = 0;
inline constexpr u32 ENTRY_ADDRESS_HIGH = 4;
inline constexpr u32 ENTRY_DATA = 8;
inline constexpr u32 ENTRY_CONTROL = 12; // bit 0 masks
} // namespace msix

} // namespace flat::bus
