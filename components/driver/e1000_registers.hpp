// SPDX-License-Identifier: BSD-2-Clause
// Registers and descriptors of Intel's gigabit cards (PCI/PCI-X Family of Gigabit Ethernet
// Controllers Software Developer's Manual, 317453).
#pragma once

#include <core/types.hpp>

namespace flat::driver {

inline constexpr u16 e1000_vendor = 0x8086;
inline constexpr u16 e1000_82540EM = 0x100e;

/// Section 13.3, table 13-2; all have 32 bits.
enum class E1000Register : u32 {
    CTRL = 0x0000,
    STATUS = 0x0008,
    ICR = 0x00c0, // which interrupts are asked for; reading clears
    IMS = 0x00d0, // which are let through: sets bits
    IMC = 0x00d8, // clears them
    RCTL = 0x0100,
    TCTL = 0x0400,
    TIPG = 0x0410,
    RDBAL = 0x2800,
    RDBAH = 0x2804,
    RDLEN = 0x2808,
    RDH = 0x2810,
    RDT = 0x2818,
    TDBAL = 0x3800,
    TDBAH = 0x3804,
    TDLEN = 0x3808,
    TDH = 0x3810,
    TDT = 0x3818,
    MPC = 0x4010, // frames for which there was no room; reading clears
    MTA = 0x5200, // the filter of groups: 128 registers
    RAL = 0x5400, // the card's own address
    RAH = 0x5404,
};
inline constexpr u32 e1000_registers_bytes = 0x2'0000;

/// Section 13.4.1.
namespace e1000_ctrl {
inline constexpr u32 SLU = 1u << 6;
inline constexpr u32 RST = 1u << 26;
} // namespace e1000_ctrl

/// Section 13.4.2.
namespace e1000_status {
inline constexpr u32 LU = 1u << 1;
inline constexpr u32 SPEED_SHIFT = 6; // 0: 10, 1: 100, 2 and 3: 1000 megabits a second
} // namespace e1000_status

/// Section 13.4.17: causes of interrupts.
namespace e1000_interrupt {
inline constexpr u32 LSC = 1u << 2;
inline constexpr u32 RXDMT0 = 1u << 4;
inline constexpr u32 RXO = 1u << 6;
inline constexpr u32 RXT0 = 1u << 7;
} // namespace e1000_interrupt

/// Section 13.4.22. A buffer has 2048 bytes unless it is said otherwise.
namespace e1000_rctl {
inline constexpr u32 EN = 1u << 1;
inline constexpr u32 UPE = 1u << 3; // frames to anyone
inline constexpr u32 MPE = 1u << 4; // frames to any group
inline constexpr u32 BAM = 1u << 15;
inline constexpr u32 SECRC = 1u << 26; // without the check sequence
} // namespace e1000_rctl

/// Section 13.4.33; collision threshold and distance are those recommended for full duplex.
namespace e1000_tctl {
inline constexpr u32 EN = 1u << 1;
inline constexpr u32 PSP = 1u << 3; // short frames are padded
inline constexpr u32 CT = 0x0fu << 4;
inline constexpr u32 COLD = 0x40u << 12;
} // namespace e1000_tctl

/// Section 13.4.34: recommended for copper.
inline constexpr u32 E1000_TIPG_COPPER = 10 | 8 << 10 | 6 << 20;

inline constexpr u32 E1000_RAH_AV = 1u << 31;

/// Section 13.5.1: the filter's bit for a group is the number in bits 36 to 47 of its address, of
/// which the first byte is the lowest.
inline constexpr u32 e1000_filter_registers = 128;
constexpr u32 e1000_filter_bit(u64 group) {
    return static_cast<u32>((group >> 12 & 0xf) | (group & 0xff) << 4);
}

/// Section 3.2.3.
struct E1000ReceiveDescriptor {
    u64 address;
    u16 bytes;
    u16 checksum;
    u8 status;
    u8 errors;
    u16 special;
};
static_assert(sizeof(E1000ReceiveDescriptor) == 16);
static_assert(__builtin_offsetof(E1000ReceiveDescriptor, status) == 12);
inline constexpr u8 E1000_RXD_DD = 1;
inline constexpr u8 E1000_RXD_EOP = 2;

/// Section 3.3.3, the legacy format.
struct E1000TransmitDescriptor {
    u64 address;
    u16 bytes;
    u8 checksum_offset;
    u8 command;
    u8 status;
    u8 checksum_start;
    u16 special;
};
static_assert(sizeof(E1000TransmitDescriptor) == 16);
static_assert(__builtin_offsetof(E1000TransmitDescriptor, status) == 12);
inline constexpr u8 E1000_TXD_EOP = 1;
inline constexpr u8 E1000_TXD_IFCS = 2; // the card adds the check sequence
inline constexpr u8 E1000_TXD_RS = 8;   // and reports that it is done with the descriptor
inline constexpr u8 E1000_TXD_DD = 1;

} // namespace flat::driver
