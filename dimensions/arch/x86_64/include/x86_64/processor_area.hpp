// SPDX-License-Identifier: BSD-2-Clause
// What belongs to one processor: what it resumes, its stack, its segments.
#pragma once

#include <core/types.hpp>
#include <machine/processor.hpp>
#include <machine/register_frame.hpp>
#include <x86_64/segments.hpp>

namespace flat {
class Tcb;
}

namespace flat::abi {
class Syscalls;
}

namespace flat::arch {

struct FpuState;

/// Reasons why a switch of threads cannot take its shortest path, one bit each. Bits 8 to 15 are
/// the architecture's; the API may use those above for its own and test all of them at once,
/// together with a number that it keeps in the lowest 8.
enum class Hazard : u32 {
    fpu_in_use = 1u << 8, ///< the running thread has the FPU: `fpu_switch` before another runs
    ports_open = 1u << 9, ///< the running thread may use ports: `close_ports` before another runs
};

/// The bits of the API's number.
inline constexpr u32 hazard_number = 0xff;

/// The per-processor area. The first line holds what every entry and every switch touches. Assembly
/// reaches members by `PROCESSOR(member)` of <x86_64/processor.h>.
class alignas(64) ProcessorArea {
public:
    /// The running thread, for the API; the FPU follows it too.
    Tcb* current_tcb = nullptr;
    /// The end of the one stack that the kernel handles traps on.
    vaddr kernel_stack_top = 0;
    /// What the processor returns to when the running trap ends, and where the next trap from user
    /// mode puts its registers.
    RegisterFrame* context = nullptr;
    /// A sum of `Hazard`s, and the API's number.
    u32 hazards = 0;
    /// The API's: a switch of threads cannot take its shortest path either if a number is above.
    u32 hazard_limit = 0;
    /// The API's: its table of threads, and what bits of an offset choose among them.
    vaddr thread_table = 0;
    u64 thread_mask = 0;
    /// The server of system calls: their entry, which knows no objects, finds it here.
    abi::Syscalls* system_calls = nullptr;

    /// Registers of the running system call, which C++ may overwrite, while it may turn out to need
    /// no place in a frame.
    u64 kept_rax = 0;
    u64 kept_r9 = 0;
    u64 kept_r10 = 0;
    /// Whose registers the FPU holds: the running thread's, or nobody's.
    FpuState* fpu_owner = nullptr;
    /// The user's stack pointer while the entry of a system call has no other register to spare.
    u64 kept_rsp = 0;
    /// Where the kernel stack begins: a trap from kernel mode above it and below its end is our
    /// bug.
    vaddr kernel_stack_base = 0;
    /// How many NMIs have come.
    u64 nmi_count = 0;
    /// Whether SMAP is on, and user memory accessible only under a `UserAccess`.
    bool has_smap = false;
    TaskStateSegment task_state;
    /// The one that the processor uses.
    TaskStateSegment* used_task_state = &task_state;
    GlobalDescriptorTable descriptors;
    /// The one that the processor uses.
    GlobalDescriptorTable* used_descriptors = &descriptors;
    /// Where SYSCALL goes before it comes to the API's entry; 0: straight there.
    vaddr system_call_trampoline = 0;

    /// Names the kernel's stack; its end is a multiple of 16.
    void set_kernel_stack(vaddr base, vaddr end) {
        kernel_stack_base = base;
        kernel_stack_top = task_state.rsp0 = end;
    }

    /// Names the end of a stack that gates name.
    void set_interrupt_stack(InterruptStack stack, vaddr end) {
        task_state.interrupt_stacks[static_cast<u32>(stack) - 1] = end;
    }

    /// Makes this processor use its segments, its task state and the interrupt table.
    void load_descriptors();

    /// Makes it use other segments, which begin as these do, with the same task state.
    void use_descriptors(GlobalDescriptorTable& table);

    /// Makes it use another task state, which has the same stacks and `size_bytes` with what
    /// follows it.
    void use_task_state(TaskStateSegment& state, u16 size_bytes);
};

static_assert(__builtin_offsetof(ProcessorArea, system_calls) < 64);

/// What the processor area names as its context while a brief handler runs, and, if that came in
/// kernel mode, until there is another: what was interrupted is on the stack alone.
extern "C" RegisterFrame flat_brief_context;

/// Do not name it: `processor_area` finds the one that is meant.
extern "C" machine::PerProcessor<ProcessorArea> flat_processor_area;

/// The area of the processor that asks. With one processor it has one address, as far as assembly
/// and compiler know: no register is needed to find it.
[[gnu::always_inline]] inline ProcessorArea& processor_area() {
    return *flat_processor_area;
}

/// The running thread may use no ports any more: their bitmap is beyond any limit.
inline void close_ports(ProcessorArea& area) {
    area.used_task_state->port_bitmap_offset = 0xffff;
    area.hazards &= ~u32(Hazard::ports_open);
}

} // namespace flat::arch
