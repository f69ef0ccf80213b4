// SPDX-License-Identifier: BSD-2-Clause
// What devices of virtio have in registers (Virtual I/O Device 1.1, OASIS 2019).
#pragma once

#include <core/types.hpp>

namespace flat::driver {

/// Structures that a device shows, and the capabilities of PCI that tell where (section 4.1.4).
enum class VirtioStructure : u8 { COMMON = 1, NOTIFY = 2, ISR = 3, DEVICE = 4 };

/// Offsets in such a capability.
namespace virtio_capability {
inline constexpr u8 VENDOR_SPECIFIC = 0x09;
inline constexpr u32 HEADER = 0; // the structure's number in bits 24 to 31, the length in 16 to 23
inline constexpr u32 REGION = 4;
inline constexpr u32 OFFSET = 8;
inline constexpr u32 LENGTH = 12;
inline constexpr u32 NOTIFY_MULTIPLIER = 16;
} // namespace virtio_capability

/// Common configuration (section 4.1.4.3). Addresses are two registers of 32 bits, the lower first.
enum class VirtioRegister : u32 {
    DEVICE_FEATURE_SELECT = 0,
    DEVICE_FEATURE = 4,
    DRIVER_FEATURE_SELECT = 8,
    DRIVER_FEATURE = 12,
    CONFIG_MSIX_VECTOR = 16, // 16 bits
    DEVICE_STATUS = 20,      // 8 bits
    QUEUE_SELECT = 22,       // 16 bits, as are the next ones
    QUEUE_SIZE = 24,
    QUEUE_MSIX_VECTOR = 26,
    QUEUE_ENABLE = 28,
    QUEUE_NOTIFY_OFF = 30,
    QUEUE_DESC = 32,
    QUEUE_DRIVER = 40,
    QUEUE_DEVICE = 48,
};
inline constexpr u32 virtio_common_bytes = 56;
inline constexpr u16 VIRTIO_MSI_NO_VECTOR = 0xffff;

/// Bits of the device status (section 2.1).
namespace virtio_status {
inline constexpr u8 ACKNOWLEDGE = 1;
inline constexpr u8 DRIVER = 2;
inline constexpr u8 DRIVER_OK = 4;
inline constexpr u8 FEATURES_OK = 8;
inline constexpr u8 FAILED = 128;
} // namespace virtio_status

/// Bits of the interrupt status, which reading clears (section 4.1.4.5).
inline constexpr u8 VIRTIO_ISR_QUEUE = 1;
inline constexpr u8 VIRTIO_ISR_CONFIG = 2;

/// Reserved feature bits (section 6).
inline constexpr u64 VIRTIO_F_VERSION_1 = u64{1} << 32;

/// Identity on the bus (section 4.1.2): the modern one, and that of a device which also has an
/// interface of before 1.0.
inline constexpr u16 virtio_vendor = 0x1af4;
inline constexpr u16 virtio_net_modern = 0x1041;
inline constexpr u16 virtio_net_transitional = 0x1000;
inline constexpr u16 virtio_blk_modern = 0x1042;
inline constexpr u16 virtio_blk_transitional = 0x1001;
inline constexpr u16 virtio_input_modern = 0x1052; // there is none with another interface

/// Features of a network device (section 5.1.3).
inline constexpr u64 VIRTIO_NET_F_MAC = u64{1} << 5;
inline constexpr u64 VIRTIO_NET_F_STATUS = u64{1} << 16;
inline constexpr u64 VIRTIO_NET_F_CTRL_VQ = u64{1} << 17;
inline constexpr u64 VIRTIO_NET_F_CTRL_RX = u64{1} << 18;

/// A network device's configuration (section 5.1.4).
enum class VirtioNetRegister : u32 {
    MAC = 0,    // 6 bytes
    STATUS = 6, // 16 bits
};
inline constexpr u16 VIRTIO_NET_S_LINK_UP = 1;

/// Before each frame (section 5.1.6); without offloads all of it is zero.
inline constexpr u32 virtio_net_header_bytes = 12;

/// Commands of the control queue (section 5.1.6.5).
enum class VirtioNetClass : u8 { RX = 0, MAC = 1 };
inline constexpr u8 VIRTIO_NET_CTRL_RX_PROMISC = 0;
inline constexpr u8 VIRTIO_NET_CTRL_MAC_TABLE_SET = 0;
inline constexpr u8 VIRTIO_NET_OK = 0;

/// Features of a block device (section 5.2.3).
inline constexpr u64 VIRTIO_BLK_F_SEG_MAX = u64{1} << 2;
inline constexpr u64 VIRTIO_BLK_F_RO = u64{1} << 5;
inline constexpr u64 VIRTIO_BLK_F_BLK_SIZE = u64{1} << 6;
inline constexpr u64 VIRTIO_BLK_F_FLUSH = u64{1} << 9;

/// A block device's configuration (section 5.2.4).
enum class VirtioBlkRegister : u32 {
    CAPACITY = 0,  // in sectors, two registers of 32 bits, the lower first
    SEG_MAX = 12,  // 32 bits
    BLK_SIZE = 20, // 32 bits
};
inline constexpr u32 virtio_blk_sector_bytes = 512; // whatever BLK_SIZE is

/// Kinds of requests (section 5.2.6), and what the last byte of each says of it.
inline constexpr u32 VIRTIO_BLK_T_IN = 0;
inline constexpr u32 VIRTIO_BLK_T_OUT = 1;
inline constexpr u32 VIRTIO_BLK_T_FLUSH = 4;
inline constexpr u8 VIRTIO_BLK_S_OK = 0;
inline constexpr u8 VIRTIO_BLK_S_IOERR = 1;
inline constexpr u8 VIRTIO_BLK_S_UNSUPP = 2;

} // namespace flat::driver
