// SPDX-License-Identifier: BSD-2-Clause
// The registers of an interrupted context of the process, as a signal saves them.
#pragma once

#include <core/span.hpp>
#include <core/types.hpp>

namespace flat {

/// THINK's minimal execution context (§4.1), taken from a signal's `ucontext_t` and put back there:
/// general registers, whether interrupts are enabled, and the vector registers, which compilers use
/// for everything in a process.
class RegisterFrame {
public:
    vaddr instruction_pointer() const { return registers_[instruction_pointer_index]; }
    vaddr stack_pointer() const { return registers_[stack_pointer_index]; }
    vaddr frame_pointer() const { return registers_[frame_pointer_index]; }
    void set_instruction_pointer(vaddr address) { registers_[instruction_pointer_index] = address; }
    void set_stack_pointer(vaddr address) { registers_[stack_pointer_index] = address; }

    /// The process is the kernel: nothing in it is user mode.
    bool is_user() const { return false; }

    /// Makes this the start of a context with interrupts enabled: calls `function(argument)`, which
    /// must not return, on the stack that ends at `stack_top`, a multiple of 16.
    void start_kernel(void (*function)(void*), void* argument, vaddr stack_top) {
        *this = RegisterFrame();
        vaddr const return_address = stack_top - sizeof(vaddr);
        *pointer_to<vaddr>(return_address) = 0; // where backtraces end
        set_instruction_pointer(address_of(reinterpret_cast<void*>(function)));
        set_stack_pointer(return_address);
        registers_[first_argument_index] = address_of(argument);
        interrupts_enabled_ = true;
    }

private:
    friend class SignalContext;

    /// Places in the kernel's `struct sigcontext` (Linux, uapi/asm/sigcontext.h), from r8 on.
    static constexpr u32 first_argument_index = 8; // rdi
    static constexpr u32 frame_pointer_index = 10;
    static constexpr u32 stack_pointer_index = 15;
    static constexpr u32 instruction_pointer_index = 16;
    static constexpr u32 registers = 18; // up to the flags; what follows describes the signal

    /// Room for the vector registers with AVX-512 and protection keys, which end at 2752; for the
    /// configuration of AMX's tiles, which Linux saves even where nobody asked for tiles; and for
    /// the mark at the end (Linux, uapi/asm/sigcontext.h, `FP_XSTATE_MAGIC2`): 2820.
    static constexpr usize vector_bytes_max = 2880;

    u64 registers_[registers] = {};
    bool interrupts_enabled_ = false;
    i32 error_number_ = 0; // `errno` is a register as far as the C library is concerned
    u32 vector_bytes_ = 0; // none: a new context starts with whatever the vector registers hold
    alignas(64) u8 vector_registers_[vector_bytes_max] = {};
};

} // namespace flat
