// SPDX-License-Identifier: BSD-2-Clause
// The register file to and from exception messages.
#include <abi/user_context.hpp>

namespace flat::abi {

using ::l4::ExceptionRegisters;

void store_exception(RegisterFrame const& frame, u64* words) {
    *reinterpret_cast<ExceptionRegisters*>(words) = {
        .rip = frame.rip,
        .rbx = frame.rbx,
        .r10 = frame.r10,
        .r12 = frame.r12,
        .r13 = frame.r13,
        .r14 = frame.r14,
        .r15 = frame.r15,
        .rax = frame.rax,
        .rcx = frame.rcx,
        .rdx = frame.rdx,
        .rsi = frame.rsi,
        .rdi = frame.rdi,
        .rbp = frame.rbp,
        .r8 = frame.r8,
        .r9 = frame.r9,
        .r11 = frame.r11,
        .rsp = frame.rsp,
        .rflags = frame.rflags,
        .vector = frame.vector,
        .error_code = frame.error_code,
    };
}

void load_exception(RegisterFrame& frame, u64 const* words) {
    auto const& registers = *reinterpret_cast<ExceptionRegisters const*>(words);
    set_user_instruction(frame, registers.rip);
    set_user_stack(frame, registers.rsp);
    set_user_flags(frame, registers.rflags);
    frame.rax = registers.rax;
    frame.rbx = registers.rbx;
    frame.rcx = registers.rcx;
    frame.rdx = registers.rdx;
    frame.rsi = registers.rsi;
    frame.rdi = registers.rdi;
    frame.rbp = registers.rbp;
    frame.r8 = registers.r8;
    frame.r9 = registers.r9;
    frame.r10 = registers.r10;
    frame.r11 = registers.r11;
    frame.r12 = registers.r12;
    frame.r13 = registers.r13;
    frame.r14 = registers.r14;
    frame.r15 = registers.r15;
}

} // namespace flat::abi
