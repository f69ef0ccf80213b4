// SPDX-License-Identifier: BSD-2-Clause
// User-mode register frames from values that users choose: nothing in them can harm the kernel.
#pragma once

#include <l4/abi/exception_registers.hpp>
#include <machine/physical.hpp>
#include <machine/register_frame.hpp>

namespace flat::abi {

/// The ELF machine of user programs: EM_X86_64.
inline constexpr u16 elf_machine = 62;

/// The first address that users cannot have. Nothing is ever mapped there.
inline constexpr vaddr user_end = arch::user_end;

/// The flags that a user may set: arithmetic, direction, single step, alignment, CPUID.
inline constexpr u64 changeable_flags = 0x240dd5;

/// An address that can be resumed at: those that would fault in the kernel fault in user mode.
constexpr vaddr harmless(vaddr address) {
    return address < user_end ? address : user_end;
}

/// Makes a frame begin in user mode.
inline void start_user(RegisterFrame& frame, vaddr instruction, vaddr stack) {
    frame.start_user(harmless(instruction), harmless(stack));
}

inline void set_user_instruction(RegisterFrame& frame, vaddr address) {
    frame.set_instruction_pointer(harmless(address));
}

/// Lets the thread make the system call that it is in once more, with the same arguments.
inline void repeat_call(RegisterFrame& frame) {
    constexpr u64 syscall_bytes = 2;
    frame.set_instruction_pointer(frame.rip - syscall_bytes);
}

/// MemoryControl has not done all that it was to do.
inline void fail_memory_control(RegisterFrame& frame) {
    frame.rdx = 0;
}

/// What is cached of memory that is of another type now (SDM 3A, 12.12.4, step 5).
inline void write_back_caches() {
    asm volatile("wbinvd" : : : "memory");
}

inline void set_user_stack(RegisterFrame& frame, vaddr address) {
    frame.set_stack_pointer(harmless(address));
}

inline u64 user_flags(RegisterFrame const& frame) {
    return frame.rflags;
}

inline void set_user_flags(RegisterFrame& frame, u64 flags) {
    frame.rflags = (frame.rflags & ~changeable_flags) | (flags & changeable_flags);
}

/// How many words the registers of an exception message are.
inline constexpr u32 exception_words = ::l4::ExceptionRegisters::words;

/// Writes the registers of a thread that has met an exception as `exception_words` words.
void store_exception(RegisterFrame const& frame, u64* words);

/// The other way round, from a handler's answer. What happened stays what it was.
void load_exception(RegisterFrame& frame, u64 const* words);

} // namespace flat::abi
