// SPDX-License-Identifier: BSD-2-Clause
// Where the instruction SYSCALL goes (Intel SDM volume 3A, 5.8.8).
#pragma once

#include <core/types.hpp>
#include <x86_64/instructions.hpp>
#include <x86_64/processor_area.hpp>
#include <x86_64/segments.hpp>

/// The API's entry of system calls, in assembly.
extern "C" void flat_system_call_entry();

namespace flat::arch {

/// From now on SYSCALL goes to the entry in the kernel, on the user's stack, with interrupts,
/// single steps and access to user memory off.
inline void take_system_calls() {
    using enum Msr;
    constexpr u64 cleared_flags = u64(Rflags::IF) | u64(Rflags::TF) | u64(Rflags::DF) |
                                  u64(Rflags::IOPL) | u64(Rflags::NT) | u64(Rflags::AC);
    write_msr(IA32_EFER, read_msr(IA32_EFER) | u64(Efer::SCE));
    write_msr(IA32_STAR, u64(Selector::sysret_base) << 48 | u64(Selector::kernel_code) << 32);
    vaddr const trampoline = processor_area().system_call_trampoline;
    write_msr(IA32_LSTAR,
              trampoline ? trampoline : reinterpret_cast<vaddr>(flat_system_call_entry));
    write_msr(IA32_FMASK, cleared_flags);
}

} // namespace flat::arch
