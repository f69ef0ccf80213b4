// SPDX-License-Identifier: BSD-2-Clause
// The registers of an interrupted context.
#pragma once

#include <core/types.hpp>
#include <x86_64/registers.hpp>
#include <x86_64/segments.hpp>

namespace flat {

/// THINK's minimal execution context (section 4.1), whole. What a system call's return needs comes
/// first, so that it can share a cache line with what lies before. Assembly reaches the members by
/// the symbols `OFFSET_FRAME_<MEMBER>` of register_frame.cpp.
class RegisterFrame {
public:
    u64 rip = 0;
    u64 rflags = 0;
    u64 rsp = 0;
    u64 cs = 0;
    u64 ss = 0;
    u32 vector = 0;
    u32 error_code = 0;
    /// Nothing. Control blocks of `api v4` are an array: with it, they are whole cache lines.
    u64 unused = 0;
    u64 rax = 0;
    u64 rbx = 0;
    u64 rcx = 0;
    u64 rdx = 0;
    u64 rsi = 0;
    u64 rdi = 0;
    u64 rbp = 0;
    u64 r8 = 0;
    u64 r9 = 0;
    u64 r10 = 0;
    u64 r11 = 0;
    u64 r12 = 0;
    u64 r13 = 0;
    u64 r14 = 0;
    u64 r15 = 0;

    vaddr instruction_pointer() const { return rip; }
    void set_instruction_pointer(vaddr address) { rip = address; }
    vaddr stack_pointer() const { return rsp; }
    void set_stack_pointer(vaddr address) { rsp = address; }

    /// In the place of a vector, which no trap has: of the context there are only rip, rsp and rbp,
    /// and it is the kernel's (Traps::switch_context).
    static constexpr u32 left_by_switch = 256;

    /// Whether the context runs in user mode.
    bool is_user() const { return (cs & 3) != 0 && vector != left_by_switch; }

    /// Makes this the start of a user-mode context with interrupts enabled; all general registers
    /// are 0. Both addresses must be canonical: returning to others faults in the kernel.
    void start_user(vaddr instruction, vaddr stack) {
        *this = RegisterFrame();
        rip = instruction;
        rsp = stack;
        cs = u64(arch::Selector::user_code);
        ss = u64(arch::Selector::user_data);
        rflags = u64(arch::Rflags::RESERVED) | u64(arch::Rflags::IF);
    }

    /// Makes this the start of a kernel-mode context: calls `function(argument)`, which must not
    /// return, on the stack that ends at `stack_top`, a multiple of 16.
    void start_kernel(void (*function)(void*), void* argument, vaddr stack_top) {
        *this = RegisterFrame();
        rip = reinterpret_cast<vaddr>(function);
        rdi = address_of(argument);
        rsp = stack_top - 8; // as after a call: what the callee expects
        cs = u64(arch::Selector::kernel_code);
        ss = u64(arch::Selector::kernel_data);
        rflags = u64(arch::Rflags::RESERVED) | u64(arch::Rflags::IF);
    }
};

static_assert(sizeof(RegisterFrame) == 176); // entry.S

} // namespace flat
