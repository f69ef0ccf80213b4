// SPDX-License-Identifier: BSD-2-Clause
// The kernel interface page as programs read it (L4 X.2, section 1.1, 64-bit form).
#pragma once

#include <core/types.hpp>

namespace flat::api {

/// A memory region, both ends included, in units of the page's own convention.
struct InterfaceRegion {
    u64 low;
    u64 high;
};

/// How a program of the boot image is started; addresses are physical.
struct InterfaceServer {
    u64 stack_pointer;
    u64 instruction_pointer;
    InterfaceRegion memory;
};

/// Type of a memory descriptor (X.2, section 1.2).
enum class MemoryType : u64 { conventional = 1, reserved = 2, dedicated = 3, shared = 4 };

/// One memory descriptor: two words, ends in KiB from bit 10 on.
struct MemoryDescriptor {
    u64 low;
    u64 high;

    /// A region of physical memory, `last` included.
    static constexpr MemoryDescriptor physical(MemoryType type, u64 first, u64 last) {
        return {(first & ~u64{0x3ff}) | static_cast<u64>(type), last & ~u64{0x3ff}};
    }
    /// All virtual memory that user threads may use.
    static constexpr MemoryDescriptor user_virtual(u64 last) {
        return {1 << 9 | static_cast<u64>(MemoryType::conventional), last & ~u64{0x3ff}};
    }
};

/// Addresses of the system-call stubs, in the order of the page.
struct SystemCallAddresses {
    u64 space_control;
    u64 thread_control;
    u64 processor_control;
    u64 memory_control;
    u64 ipc;
    u64 lipc;
    u64 unmap;
    u64 exchange_registers;
    u64 system_clock;
    u64 thread_switch;
    u64 schedule;
};

/// The page's fixed part; kernel descriptor, memory and processor descriptors follow it.
struct KernelInterfacePage {
    u64 magic;
    u64 api_version;
    u64 api_flags;
    u64 kernel_descriptor_offset;
    u64 kdebug[4];
    InterfaceServer sigma0;
    InterfaceServer sigma1;
    InterfaceServer root_task;
    u64 reserved0;
    u64 memory_info; ///< offset of the descriptors << 32 | their number
    u64 kdebug_configuration[2];
    InterfaceRegion obsolete_memory[8];
    u64 reserved1[2];
    u64 utcb_info;
    u64 interface_page_info;
    u64 reserved2[2];
    u64 boot_info;
    u64 processor_descriptor_offset;
    u64 clock_info;
    u64 thread_info;
    u64 page_info;
    u64 processor_info;
    SystemCallAddresses calls;
    u64 reserved3[5];
    u64 architecture_calls[4];
};

static_assert(__builtin_offsetof(KernelInterfacePage, sigma0) == 8 * 8);
static_assert(__builtin_offsetof(KernelInterfacePage, memory_info) == 21 * 8);
static_assert(__builtin_offsetof(KernelInterfacePage, utcb_info) == 42 * 8);
static_assert(__builtin_offsetof(KernelInterfacePage, calls) == 52 * 8);
static_assert(__builtin_offsetof(KernelInterfacePage, architecture_calls) == 68 * 8);

} // namespace flat::api
