// SPDX-License-Identifier: BSD-2-Clause
// Registers and descriptors of Digital's Tulip (21143 PCI/CardBus 10/100Mb/s Ethernet LAN
// Controller Hardware Reference Manual, EC-QWC4F).
#pragma once

#include <core/types.hpp>

namespace flat::driver {

inline constexpr u16 tulip_vendor = 0x1011;
inline constexpr u16 tulip_21143 = 0x0019;

/// The region in which the registers lie in memory; another one has them in I/O space.
inline constexpr u32 tulip_region = 1;
inline constexpr u32 tulip_registers_bytes = 0x80;

/// Section 3.2: registers of 32 bits, each 8 bytes after the one before.
enum class TulipRegister : u32 {
    CSR0 = 0x00,  // bus mode
    CSR1 = 0x08,  // transmit poll demand
    CSR2 = 0x10,  // receive poll demand
    CSR3 = 0x18,  // the list of receive descriptors
    CSR4 = 0x20,  // the list of transmit descriptors
    CSR5 = 0x28,  // status; ones that are written clear
    CSR6 = 0x30,  // operation mode
    CSR7 = 0x38,  // which of the status interrupt
    CSR8 = 0x40,  // missed frames; reading clears
    CSR9 = 0x48,  // the serial ROM
    CSR12 = 0x60, // whether there is a link
};

namespace tulip_csr0 {
inline constexpr u32 SWR = 1u << 0;                          // reset
inline constexpr u32 BURST_16_ALIGN_8 = 16u << 8 | 1u << 14; // longwords
} // namespace tulip_csr0

namespace tulip_csr5 {
inline constexpr u32 LNP = 1u << 4;  // the link has come up
inline constexpr u32 RI = 1u << 6;   // a frame has come
inline constexpr u32 RU = 1u << 7;   // and there is no descriptor for it
inline constexpr u32 LNF = 1u << 12; // the link has gone down
inline constexpr u32 AIS = 1u << 15; // one of the abnormal ones: RU, LNP, LNF
inline constexpr u32 NIS = 1u << 16; // one of the normal ones: RI
} // namespace tulip_csr5

namespace tulip_csr6 {
inline constexpr u32 SR = 1u << 1; // the receiver runs
inline constexpr u32 PR = 1u << 6; // frames to anyone
inline constexpr u32 FD = 1u << 9;
inline constexpr u32 ST = 1u << 13; // the transmitter runs
inline constexpr u32 SF = 1u << 21; // sends a frame once all of it is there
inline constexpr u32 MBO = 1u << 25;
} // namespace tulip_csr6

inline constexpr u32 tulip_csr8_missed = 0xffff;

/// The serial ROM, a 93C46 (section 7.4): its pins, and the bits that connect it.
namespace tulip_csr9 {
inline constexpr u32 CS = 1u << 0;
inline constexpr u32 SK = 1u << 1;
inline constexpr u32 DI = 1u << 2;
inline constexpr u32 DO = 1u << 3;
inline constexpr u32 SR = 1u << 11;
inline constexpr u32 RD = 1u << 14;
} // namespace tulip_csr9

/// Where the address lies in it (Serial ROM format, version 3, section 2).
inline constexpr u32 tulip_rom_address_word = 10;
inline constexpr u32 tulip_rom_address_bits = 6;

namespace tulip_csr12 {
inline constexpr u32 LS100 = 1u << 1; // no link at 100 megabits a second
inline constexpr u32 LS10 = 1u << 2;  // none at 10
} // namespace tulip_csr12

/// Sections 4.2.1 and 4.2.2: descriptors both ways, in a ring. The card owns those with OWN.
struct TulipDescriptor {
    u32 status;
    u32 control;
    u32 buffer;
    u32 second_buffer; // never used
};
static_assert(sizeof(TulipDescriptor) == 16);
static_assert(__builtin_offsetof(TulipDescriptor, buffer) == 8);

inline constexpr u32 tulip_own = 1u << 31;
inline constexpr u32 tulip_end_of_ring = 1u << 25; // of control, both ways

namespace tulip_receive {
inline constexpr u32 ES = 1u << 15; // any error
inline constexpr u32 FS = 1u << 9;  // the first descriptor of a frame
inline constexpr u32 LS = 1u << 8;  // the last
inline constexpr u32 LENGTH_SHIFT = 16;
inline constexpr u32 LENGTH_MASK = 0x3fff; // with the check sequence
} // namespace tulip_receive

namespace tulip_transmit {
inline constexpr u32 ES = 1u << 15; // any error
inline constexpr u32 LS = 1u << 30;
inline constexpr u32 FS = 1u << 29;
inline constexpr u32 SET = 1u << 27; // no frame, but what to receive
} // namespace tulip_transmit

/// What the filter takes (section 4.2.3): 16 addresses, of each 16 bits in each of three longwords.
inline constexpr u32 tulip_setup_addresses = 16;
inline constexpr u32 tulip_setup_bytes = 192;

} // namespace flat::driver
