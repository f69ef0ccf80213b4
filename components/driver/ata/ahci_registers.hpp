// SPDX-License-Identifier: BSD-2-Clause
// Registers and structures of SATA controllers (Serial ATA AHCI 1.3.1).
#pragma once

#include <core/types.hpp>

namespace flat::driver::ata {

inline constexpr u16 ahci_vendor = 0x8086;
inline constexpr u16 ahci_ich9 = 0x2922; // of Intel's ICH9, as QEMU has it

/// The base address register of the registers (section 2.1.11).
inline constexpr u32 ahci_region = 5;

/// Section 3.1.
enum class AhciRegister : u32 {
    CAP = 0x00,
    GHC = 0x04,
    IS = 0x08,
    PI = 0x0c,
};
inline constexpr u32 ahci_ports = 6;           // of the ICH9
inline constexpr u32 AHCI_CAP_S64A = 1u << 31; // memory above 4 GiB

namespace ahci_ghc {
inline constexpr u32 HR = 1u << 0;
inline constexpr u32 IE = 1u << 1;
inline constexpr u32 AE = 1u << 31;
} // namespace ahci_ghc

/// Section 3.3, from `ahci_port_offset` of a port on.
enum class AhciPortRegister : u32 {
    CLB = 0x00,
    CLBU = 0x04,
    FB = 0x08,
    FBU = 0x0c,
    IS = 0x10,
    IE = 0x14,
    CMD = 0x18,
    TFD = 0x20,
    SIG = 0x24,
    SSTS = 0x28,
    SCTL = 0x2c,
    SERR = 0x30,
    CI = 0x38,
};
constexpr u32 ahci_port_offset(u32 port) {
    return 0x100 + port * 0x80;
}

/// Section 3.3.5: causes of interrupts.
namespace ahci_interrupt {
inline constexpr u32 DHRS = 1u << 0;
inline constexpr u32 IFS = 1u << 27;
inline constexpr u32 HBDS = 1u << 28;
inline constexpr u32 HBFS = 1u << 29;
inline constexpr u32 TFES = 1u << 30;
inline constexpr u32 fatal = IFS | HBDS | HBFS | TFES;
} // namespace ahci_interrupt

/// Section 3.3.7.
namespace ahci_command {
inline constexpr u32 ST = 1u << 0;
inline constexpr u32 SUD = 1u << 1;
inline constexpr u32 POD = 1u << 2;
inline constexpr u32 FRE = 1u << 4;
inline constexpr u32 FR = 1u << 14;
inline constexpr u32 CR = 1u << 15;
} // namespace ahci_command

inline constexpr u32 AHCI_SIG_DISK = 0x0000'0101;
inline constexpr u32 AHCI_SSTS_DET_MASK = 0xf;
inline constexpr u32 AHCI_SSTS_DET_PRESENT = 3;
inline constexpr u32 AHCI_SCTL_DET_RESET = 1;

/// An entry of the command list (section 4.2.2).
struct AhciCommandHeader {
    u32 flags;
    u32 transferred_bytes;
    u32 table;
    u32 table_high;
    u32 reserved[4];
};
static_assert(sizeof(AhciCommandHeader) == 32);
inline constexpr u32 AHCI_HEADER_W = 1u << 6;
inline constexpr u32 AHCI_HEADER_FIS_WORDS = 5;
inline constexpr u32 AHCI_HEADER_PRDTL_SHIFT = 16;

/// A segment of memory (section 4.2.3.3).
struct AhciRegion {
    u32 base;
    u32 base_high;
    u32 reserved;
    u32 last_byte; // counted from 0
};
static_assert(sizeof(AhciRegion) == 16);
inline constexpr u32 ahci_region_bytes_max = 1u << 22;

/// A register frame from the host to the device (Serial ATA 3.0, section 10.5.5).
struct AhciRegisterFis {
    u8 kind;
    u8 is_command;
    u8 command;
    u8 features;
    u8 lba_low[3];
    u8 device;
    u8 lba_high[3];
    u8 features_high;
    u8 count[2];
    u8 reserved[6];
};
static_assert(sizeof(AhciRegisterFis) == 20 && __builtin_offsetof(AhciRegisterFis, count) == 12);
inline constexpr u8 AHCI_FIS_REGISTER = 0x27;
inline constexpr u8 AHCI_FIS_IS_COMMAND = 0x80;

inline constexpr u32 ahci_segments_max = 64;

/// What a driver of one command at a time shares with its port: the list must begin at a multiple
/// of 1024, received frames at one of 256, the table at one of 128.
struct AhciShared {
    AhciCommandHeader list[32];
    u8 received[256];
    u8 identity[512];
    u8 unused[256];
    AhciRegisterFis fis;
    u8 rest[108];
    AhciRegion regions[ahci_segments_max];
};
static_assert(__builtin_offsetof(AhciShared, received) == 1024);
static_assert(__builtin_offsetof(AhciShared, identity) == 1280);
static_assert(__builtin_offsetof(AhciShared, fis) == 2048);
static_assert(__builtin_offsetof(AhciShared, regions) == 2048 + 128);
static_assert(sizeof(AhciShared) <= 4096);

/// In `received`: the frame that tells how a command went, and in it the address of a bad sector.
inline constexpr u32 ahci_received_register = 0x40;

} // namespace flat::driver::ata
