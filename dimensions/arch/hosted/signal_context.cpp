// SPDX-License-Identifier: BSD-2-Clause
// The context that a signal interrupted.
#include <arch/signal_context.hpp>

#include <core/memory.hpp>
#include <core/panic.hpp>
#include <machine/interrupts.hpp>

#include <errno.h>
#include <sys/syscall.h>

namespace flat {

namespace {

/// The legacy area of the vector registers ends with 48 bytes that the processor leaves to
/// software; in them the host says how long the whole is (Linux, uapi/asm/sigcontext.h,
/// `_fpx_sw_bytes`).
constexpr usize legacy_bytes = 512;
constexpr usize software_bytes = 48;
constexpr u32 extended_magic = 0x46505853; // FP_XSTATE_MAGIC1

u32 vector_bytes(ucontext_t const& context) {
    auto const* area = reinterpret_cast<u8 const*>(context.uc_mcontext.fpregs);
    _fpx_sw_bytes description;
    memcpy(&description, area + legacy_bytes - software_bytes, sizeof(description));
    return description.magic1 == extended_magic ? description.extended_size : u32(legacy_bytes);
}

} // namespace

void SignalContext::save(RegisterFrame& frame) const {
    auto const& registers = context_.uc_mcontext.gregs;
    memcpy(frame.registers_, registers, sizeof(frame.registers_));
    frame.interrupts_enabled_ = machine::interrupts_enabled();
    frame.error_number_ = errno;
    frame.vector_bytes_ = vector_bytes(context_);
    if (frame.vector_bytes_ > RegisterFrame::vector_bytes_max)
        panic("the host's vector registers take {} bytes, {} are provided", frame.vector_bytes_,
              RegisterFrame::vector_bytes_max);
    memcpy(frame.vector_registers_, context_.uc_mcontext.fpregs, frame.vector_bytes_);
}

void SignalContext::load(RegisterFrame const& frame) {
    memcpy(context_.uc_mcontext.gregs, frame.registers_, sizeof(frame.registers_));
    memcpy(context_.uc_mcontext.fpregs, frame.vector_registers_, frame.vector_bytes_);
    errno = frame.error_number_;
    if (frame.interrupts_enabled_)
        machine::enable_interrupts(); // what is raised again waits until this handler has returned
    else
        machine::disable_interrupts();
}

void SignalContext::leave() {
    asm volatile("movq %0, %%rsp\n\t"
                 "syscall"
                 :
                 : "r"(&context_), "a"(SYS_rt_sigreturn)
                 : "memory");
    __builtin_unreachable();
}

} // namespace flat
