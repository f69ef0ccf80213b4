// SPDX-License-Identifier: BSD-2-Clause
// The kernel interface page of L4 X.2 (reference manual, section 1.1), in its 64-bit layout.
#pragma once

#include <l4/abi/memory_descriptor.hpp>
#include <l4/abi/thread_id.hpp>

namespace l4 {

/// Where one of the first servers lies in physical memory, and where it starts. `first` and `last`
/// are its first and last byte; both are 0 for a server that does not exist.
struct ServerRegion {
    Word stack_pointer;
    Word entry;
    Word first;
    Word last;
};

/// Addresses of the system calls in every address space.
struct CallAddresses {
    Word space_control;
    Word thread_control;
    Word processor_control;
    Word memory_control;
    Word ipc;
    Word local_ipc;
    Word unmap;
    Word exchange_registers;
    Word system_clock;
    Word thread_switch;
    Word schedule;
};

/// What the kernel tells every program about itself; mapped read-only into each address space.
///
/// The kernel fills it at boot and as servers start; the functions decode its packed fields.
struct KernelInterfacePage {
    static constexpr u32 magic_value = 0x4b'e6'34'4c; // "L4", 230, "K"
    static constexpr u8 version_x2 = 0x84;

    bool is_valid() const { return static_cast<u32>(magic) == magic_value; }
    u8 version() const { return static_cast<u8>(api_version >> 24); }
    u8 subversion() const { return static_cast<u8>(api_version >> 16); }
    bool is_little_endian() const { return (api_flags & 3) == 0; }
    bool is_64_bit() const { return (api_flags >> 2 & 3) == 1; }

    unsigned memory_descriptor_count() const { return static_cast<u32>(memory_info); }

    /// Descriptor `index` below `memory_descriptor_count`.
    MemoryDescriptor memory_descriptor(unsigned index) const {
        auto* first = reinterpret_cast<char const*>(this) + (memory_info >> 32);
        return reinterpret_cast<MemoryDescriptor const*>(first)[index];
    }

    /// The smallest UTCB area has 2^n bytes.
    unsigned utcb_area_size_log2() const { return utcb_info >> 16 & 0x3f; }

    /// UTCBs are aligned to 2^n bytes.
    unsigned utcb_alignment_log2() const { return utcb_info >> 10 & 0x3f; }

    Word utcb_size_bytes() const {
        return (utcb_info & 0x3ff) * (Word{1} << utcb_alignment_log2());
    }

    /// The kernel interface page's own area has 2^n bytes.
    unsigned kip_area_size_log2() const { return kip_area_info & 0x3f; }

    /// How many bits of a thread number count.
    unsigned thread_number_bits() const { return thread_info & 0xff; }

    /// The first thread number that is neither an interrupt's nor the kernel's.
    Word user_base() const { return thread_info >> 20 & 0xfff; }

    /// The first thread number that is not an interrupt's.
    Word system_base() const { return thread_info >> 8 & 0xfff; }

    /// Bit n is set when pages of 2^n bytes exist in hardware.
    Word page_sizes() const { return page_info & ~Word{0x3ff}; }

    unsigned page_rights() const { return page_info & 7; }
    unsigned processor_count() const { return (processor_info & 0xffff) + 1; }

    /// The shortest interval that the system clock tells apart, in microseconds.
    u64 clock_precision_us() const { return clock_info & 0xffff; }

    /// The first three servers: sigma0, the unused sigma1, and the root task.
    ThreadId sigma0_id() const { return ThreadId::global(user_base(), 1); }
    ThreadId root_id() const { return ThreadId::global(user_base() + 2, 1); }

    Word magic;
    Word api_version;
    Word api_flags;
    Word kernel_description;
    Word debugger[4];
    ServerRegion sigma0;
    ServerRegion sigma1;
    ServerRegion root;
    Word reserved_20;
    Word memory_info;
    Word debugger_configuration[2];
    Word old_memory_regions[16];
    Word reserved_40[2];
    Word utcb_info;
    Word kip_area_info;
    Word reserved_44[2];
    Word boot_info;
    Word processor_description;
    Word clock_info;
    Word thread_info;
    Word page_info;
    Word processor_info;
    CallAddresses calls;
    Word reserved_63[5];
    Word architecture_calls[4];
};

static_assert(__builtin_offsetof(KernelInterfacePage, sigma0) == 8 * sizeof(Word));
static_assert(__builtin_offsetof(KernelInterfacePage, root) == 16 * sizeof(Word));
static_assert(__builtin_offsetof(KernelInterfacePage, memory_info) == 21 * sizeof(Word));
static_assert(__builtin_offsetof(KernelInterfacePage, utcb_info) == 42 * sizeof(Word));
static_assert(__builtin_offsetof(KernelInterfacePage, clock_info) == 48 * sizeof(Word));
static_assert(__builtin_offsetof(KernelInterfacePage, calls) == 52 * sizeof(Word));
static_assert(__builtin_offsetof(KernelInterfacePage, calls.ipc) == 56 * sizeof(Word));
static_assert(sizeof(KernelInterfacePage) == 72 * sizeof(Word));

} // namespace l4
