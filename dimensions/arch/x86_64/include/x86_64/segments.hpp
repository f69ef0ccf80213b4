// SPDX-License-Identifier: BSD-2-Clause
// Segments, the task state segment and interrupt gates (Intel SDM volume 3, 3.4, 6.14 and 7.7).
#pragma once

#include <core/types.hpp>

namespace flat::arch {

/// Segment selectors with their privilege. The order is what SYSCALL and SYSRET compute with
/// (SDM 3A, 5.8.8): IA32_STAR[47:32] is kernel_code, IA32_STAR[63:48] is sysret_base.
enum class Selector : u16 {
    kernel_code = 0x08,
    kernel_data = 0x10,
    sysret_base = kernel_data | 3, ///< SYSRET adds 8 for the stack, 16 for 64-bit code
    user_data = 0x18 | 3,
    user_code = 0x20 | 3,
    task_state = 0x28,
    api_data = 0x38 | 3, ///< for the API: not present unless it says so; the table ends there
};

/// Stacks that the processor switches to whatever it does; 0 in a gate means none of them.
enum class InterruptStack : u8 { none = 0, fatal = 1, machine_check = 2, nmi = 3 };

/// The 64-bit task state segment: no tasks, only stacks.
struct [[gnu::packed]] TaskStateSegment {
    u32 reserved_0 = 0;
    u64 rsp0 = 0; ///< where a trap from user mode pushes: the end of the kernel stack
    u64 rsp1 = 0;
    u64 rsp2 = 0;
    u64 reserved_1 = 0;
    u64 interrupt_stacks[7] = {};
    u64 reserved_2 = 0;
    u16 reserved_3 = 0;
    u16 port_bitmap_offset = sizeof(TaskStateSegment); ///< beyond the limit: no ports for users
};

static_assert(__builtin_offsetof(TaskStateSegment, rsp0) == 4);
static_assert(__builtin_offsetof(TaskStateSegment, interrupt_stacks) == 36);
static_assert(sizeof(TaskStateSegment) == 104);

/// The global descriptor table of one processor.
struct alignas(16) GlobalDescriptorTable {
    u64 null = 0;
    u64 kernel_code = 0x00af'9b00'0000'ffff;
    u64 kernel_data = 0x00cf'9300'0000'ffff;
    u64 user_data = 0x00cf'f300'0000'ffff;
    u64 user_code = 0x00af'fb00'0000'ffff;
    u64 task_state[2] = {};
    u64 api_data = 0;

    /// Describes a task state segment, with what follows it: type 9, available (SDM 3A, 7.2.3).
    void set_task_state(vaddr base, u16 size_bytes = sizeof(TaskStateSegment)) {
        task_state[0] = (size_bytes - 1u) | (base & 0xff'ffff) << 16 | 0x89ull << 40 |
                        (base >> 24 & 0xff) << 56;
        task_state[1] = base >> 32;
    }

    /// How many bytes the described one has.
    u16 task_state_bytes() const { return static_cast<u16>(task_state[0]) + 1; }
};

static_assert(__builtin_offsetof(GlobalDescriptorTable, kernel_code) == 0x08);
static_assert(__builtin_offsetof(GlobalDescriptorTable, user_data) == 0x18);
static_assert(__builtin_offsetof(GlobalDescriptorTable, user_code) == 0x20);
static_assert(__builtin_offsetof(GlobalDescriptorTable, task_state) == 0x28);
static_assert(__builtin_offsetof(GlobalDescriptorTable, api_data) == 0x38);

/// One interrupt gate: interrupts are disabled on entry (SDM 3A, 6.14.1).
struct InterruptGate {
    u64 low = 0;
    u64 high = 0;

    /// A gate to `entry`; `least_privilege` is the ring that may use it by the INT instruction.
    static constexpr InterruptGate to(vaddr entry, InterruptStack stack, u32 least_privilege) {
        u64 const present_interrupt_gate = 0x8eull | u64(least_privilege) << 5;
        return {(entry & 0xffff) | u64(Selector::kernel_code) << 16 | u64(stack) << 32 |
                    present_interrupt_gate << 40 | (entry >> 16 & 0xffff) << 48,
                entry >> 32};
    }
};

/// What LGDT and LIDT read.
struct [[gnu::packed]] DescriptorTableRegister {
    u16 limit;
    vaddr base;
};

} // namespace flat::arch
