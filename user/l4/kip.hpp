// SPDX-License-Identifier: BSD-2-Clause
// The kernel interface page of L4 X.2 (reference manual, section 1.1), in its 64-bit layout.
#pragma once

#include <l4/memory_descriptor.hpp>
#include <l4/thread_id.hpp>

namespace l4 {

/// Where one of the first servers lies in physical memory, and where it starts. `first` and `last`
/// are its first and last byte; both are 0 for a server that does not exist.
struct ServerRegion {
    Word stack_pointer;
    Word entry;
    Word first;
    Word last;
};

/// What the kernel tells every program about itself; mapped read-only into each address space.
///
/// The layout is the kernel's: the accessors below decode its packed fields.
class KernelInterfacePage {
public:
    static constexpr u32 magic_value = 0x4b'e6'34'4c; // "L4", 230, "K"
    static constexpr u8 version_x2 = 0x84;

    bool is_valid() const { return static_cast<u32>(magic_) == magic_value; }
    u8 version() const { return static_cast<u8>(api_version_ >> 24); }
    u8 subversion() const { return static_cast<u8>(api_version_ >> 16); }
    bool is_little_endian() const { return (api_flags_ & 3) == 0; }
    bool is_64_bit() const { return (api_flags_ >> 2 & 3) == 1; }

    unsigned memory_descriptor_count() const { return static_cast<u32>(memory_info_); }

    /// Descriptor `index` below `memory_descriptor_count`.
    MemoryDescriptor memory_descriptor(unsigned index) const {
        auto* first = reinterpret_cast<char const*>(this) + (memory_info_ >> 32);
        return reinterpret_cast<MemoryDescriptor const*>(first)[index];
    }

    /// The smallest UTCB area has 2^n bytes.
    unsigned utcb_area_size_log2() const { return utcb_info_ >> 16 & 0x3f; }

    /// UTCBs are aligned to 2^n bytes.
    unsigned utcb_alignment_log2() const { return utcb_info_ >> 10 & 0x3f; }

    Word utcb_size_bytes() const {
        return (utcb_info_ & 0x3ff) * (Word{1} << utcb_alignment_log2());
    }

    /// The kernel interface page's own area has 2^n bytes.
    unsigned kip_area_size_log2() const { return kip_area_info_ & 0x3f; }

    /// How many bits of a thread number count.
    unsigned thread_number_bits() const { return thread_info_ & 0xff; }

    /// The first thread number that is neither an interrupt's nor the kernel's.
    Word user_base() const { return thread_info_ >> 20 & 0xfff; }

    /// The first thread number that is not an interrupt's.
    Word system_base() const { return thread_info_ >> 8 & 0xfff; }

    /// Bit n is set when pages of 2^n bytes exist in hardware.
    Word page_sizes() const { return page_info_ & ~Word{0x3ff}; }

    unsigned page_rights() const { return page_info_ & 7; }
    unsigned processor_count() const { return (processor_info_ & 0xffff) + 1; }

    /// The shortest interval that the system clock tells apart, in microseconds.
    u64 clock_precision_us() const { return clock_info_ & 0xffff; }

    /// The first three servers: sigma0, the unused sigma1, and the root task.
    ThreadId sigma0_id() const { return ThreadId::global(user_base(), 1); }
    ThreadId root_id() const { return ThreadId::global(user_base() + 2, 1); }
    ServerRegion const& sigma0() const { return sigma0_; }
    ServerRegion const& root() const { return root_; }

    /// Addresses of the system calls in every address space.
    struct Calls {
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

    Calls const& calls() const { return calls_; }

private:
    friend struct KernelInterfacePageLayout;

    Word magic_;
    Word api_version_;
    Word api_flags_;
    Word kernel_description_;
    Word debugger_[4];
    ServerRegion sigma0_;
    ServerRegion sigma1_;
    ServerRegion root_;
    Word reserved_20_;
    Word memory_info_;
    Word debugger_configuration_[2];
    Word old_memory_regions_[16];
    Word reserved_40_[2];
    Word utcb_info_;
    Word kip_area_info_;
    Word reserved_44_[2];
    Word boot_info_;
    Word processor_description_;
    Word clock_info_;
    Word thread_info_;
    Word page_info_;
    Word processor_info_;
    Calls calls_;
    Word reserved_63_[5];
    Word architecture_calls_[4];
};

/// Pins the layout, which the kernel shares.
struct KernelInterfacePageLayout {
    using Page = KernelInterfacePage;
    static constexpr usize word = sizeof(Word);

    static_assert(__builtin_offsetof(Page, sigma0_) == 8 * word);
    static_assert(__builtin_offsetof(Page, root_) == 16 * word);
    static_assert(__builtin_offsetof(Page, memory_info_) == 21 * word);
    static_assert(__builtin_offsetof(Page, utcb_info_) == 42 * word);
    static_assert(__builtin_offsetof(Page, clock_info_) == 48 * word);
    static_assert(__builtin_offsetof(Page, thread_info_) == 49 * word);
    static_assert(__builtin_offsetof(Page, calls_) == 52 * word);
    static_assert(__builtin_offsetof(Page, calls_.ipc) == 56 * word);
    static_assert(__builtin_offsetof(Page, calls_.schedule) == 62 * word);
    static_assert(sizeof(Page) == 72 * word);
};

/// The page of this address space, found by the instruction that the kernel emulates.
KernelInterfacePage const& kernel_interface();

} // namespace l4
