// SPDX-License-Identifier: BSD-2-Clause
// Registers of QEMU's standard VGA (QEMU, docs/specs/standard-vga.rst; Bochs, VBE DISPI interface).
#pragma once

#include <core/types.hpp>

namespace flat::driver {

inline constexpr u16 vga_vendor = 0x1234;
inline constexpr u16 vga_device = 0x1111;

/// The base address registers.
inline constexpr u32 vga_memory = 0;
inline constexpr u32 vga_registers = 2;

/// Offsets in the region of registers: the ports of VGA from 0x3c0 on, and the DISPI registers, of
/// 16 bits each.
inline constexpr u32 vga_ports_offset = 0x400;
inline constexpr u32 vga_dispi_offset = 0x500;
inline constexpr u32 vga_registers_bytes = 0x1000;

/// The attribute controller's index, port 0x3c0: this bit shows the picture, without it is blank.
inline constexpr u32 vga_attribute_port = 0;
inline constexpr u8 vga_attribute_show = 0x20;

enum class DispiRegister : u32 {
    ID = 0,
    XRES = 1,
    YRES = 2,
    BPP = 3,
    ENABLE = 4,
    VIRT_WIDTH = 6,
    X_OFFSET = 8,
    Y_OFFSET = 9,
};

/// DispiRegister::ID: versions 0xb0c2 and later have 32 bits for a pixel and show memory in one
/// piece.
inline constexpr u16 dispi_id_first = 0xb0c2;
inline constexpr u16 dispi_id_last = 0xb0cf;

/// DispiRegister::ENABLE.
namespace dispi_enable {
inline constexpr u16 ENABLED = 0x01;
inline constexpr u16 LFB_ENABLED = 0x40; // linear frame buffer
} // namespace dispi_enable

} // namespace flat::driver
