// SPDX-License-Identifier: BSD-2-Clause
// Calls of handlers of signals, and their ends.
#include <abi/signal_frame.hpp>

#include <abi/user_mode.hpp>
#include <core/bits.hpp>
#include <flat/hal/mmu.hpp>
#include <machine/interrupts.hpp>
#include <machine/user_area.hpp>
#include <object/tcb.hpp>
#include <x86_64/fpu_state.hpp>
#include <x86_64/user_copy.hpp>

namespace flat::abi {

namespace {

constexpr u64 red_zone_bytes = 128; // System V ABI for AMD64, section 3.2.2
constexpr u64 context_has_ss = 6;   // UC_SIGCONTEXT_SS and UC_STRICT_RESTORE_SS

/// What user mode may set of the flags.
constexpr u64 user_flags = 0x244dd5; // CF PF AF ZF SF TF DF OF RF AC ID

/// A register where the kernel has it, and where handlers find it.
struct RegisterPlaces {
    u64 RegisterFrame::* kernel;
    u64 SignalRegisters::* program;
};

/// Those of which a handler may set any value.
constexpr RegisterPlaces general_registers[] = {
    {&RegisterFrame::r8, &SignalRegisters::r8},   {&RegisterFrame::r9, &SignalRegisters::r9},
    {&RegisterFrame::r10, &SignalRegisters::r10}, {&RegisterFrame::r11, &SignalRegisters::r11},
    {&RegisterFrame::r12, &SignalRegisters::r12}, {&RegisterFrame::r13, &SignalRegisters::r13},
    {&RegisterFrame::r14, &SignalRegisters::r14}, {&RegisterFrame::r15, &SignalRegisters::r15},
    {&RegisterFrame::rdi, &SignalRegisters::rdi}, {&RegisterFrame::rsi, &SignalRegisters::rsi},
    {&RegisterFrame::rbp, &SignalRegisters::rbp}, {&RegisterFrame::rbx, &SignalRegisters::rbx},
    {&RegisterFrame::rdx, &SignalRegisters::rdx}, {&RegisterFrame::rax, &SignalRegisters::rax},
    {&RegisterFrame::rcx, &SignalRegisters::rcx},
};

SignalRegisters registers_of(RegisterFrame const& from) {
    SignalRegisters to = {};
    for (auto const& each : general_registers)
        to.*each.program = from.*each.kernel;
    to.rsp = from.rsp;
    to.rip = from.rip;
    to.rflags = from.rflags;
    to.cs = u16(arch::Selector::user_code);
    to.ss = u16(arch::Selector::user_data);
    return to;
}

/// False if nothing can go on there.
bool set_registers(RegisterFrame& to, SignalRegisters const& from) {
    if (!arch::is_user_range(from.rip, 1) || !arch::is_user_range(from.rsp, 0)) return false;
    to.start_user(from.rip, from.rsp);
    to.rflags |= from.rflags & user_flags;
    for (auto const& each : general_registers)
        to.*each.kernel = from.*each.program;
    return true;
}

/// The words that tell a signal's sender, or where it was caused, and what was given with it.
SignalInformation information_of(unix::Faults::Delivery const& delivery) {
    SignalInformation information = {};
    information.signal = delivery.signal;
    information.code = delivery.code;
    information.words[0] = delivery.origin;
    information.words[1] = delivery.value;
    return information;
}

/// The running thread's FPU registers; not there if it has never used them.
arch::FpuState const* fpu_of(Tcb& thread) {
    machine::InterruptGuard const guard;
    arch::FpuState& state = thread.fpu_state();
    if (!state.is_used) return nullptr;
    if (arch::processor_area().fpu_owner == &state) state.save();
    return &state;
}

void set_fpu(Tcb& thread, arch::FpuState const& from) {
    machine::InterruptGuard const guard;
    constexpr u32 mxcsr_bits = 0xffff; // others fault when they are loaded
    arch::FpuState& state = thread.fpu_state();
    state = from;
    state.mxcsr &= mxcsr_bits;
    state.is_used = 1;
    if (arch::processor_area().fpu_owner == &state) state.restore();
}

} // namespace

/// Has the handler called when the task goes back to user mode.
void UserMode::deliver(Task& task, unix::Faults::Delivery const& delivery) {
    RegisterFrame& registers = *task.registers;
    vaddr place = delivery.stack != 0 ? delivery.stack + delivery.stack_bytes
                                      : registers.rsp - red_zone_bytes;
    SignalFrame frame = {};
    frame.restorer = delivery.restorer;
    frame.context.flags = context_has_ss;
    frame.context.registers = registers_of(registers);
    frame.context.mask = delivery.mask;
    frame.information = information_of(delivery);
    bool is_copied = true;
    if (arch::FpuState const* const fpu = fpu_of(*flat_unix_area.thread)) {
        place = align_down(place - sizeof(arch::FpuState), 64);
        frame.context.registers.fpu = place;
        is_copied = copy_out(place, bytes_of(Span<arch::FpuState const>(fpu, 1)));
    }
    place = align_down(place - sizeof frame, 16) - 8; // as after a call
    if (!is_copied || !copy_out(place, bytes_of(Span<SignalFrame const>(&frame, 1))))
        return faults->lost(task);
    registers.rsp = place;
    registers.rip = delivery.handler;
    registers.rflags &= ~(u64(arch::Rflags::DF) | u64(arch::Rflags::TF));
    registers.rax = 0;
    registers.rdi = delivery.signal;
    registers.rsi = place + __builtin_offsetof(SignalFrame, information);
    registers.rdx = place + __builtin_offsetof(SignalFrame, context);
}

void UserMode::end_handler(Task& task) {
    SignalContext context;
    vaddr const place = task.registers->rsp;
    if (!copy_in(writable_bytes_of(Span<SignalContext>(&context, 1)), place) ||
        !set_registers(*task.registers, context.registers))
        faults->lost(task);
    if (vaddr const fpu = context.registers.fpu) {
        arch::FpuState state;
        if (!copy_in(writable_bytes_of(Span<arch::FpuState>(&state, 1)), fpu)) faults->lost(task);
        set_fpu(*flat_unix_area.thread, state);
    }
    faults->handled(task, context.mask);
    go_back(no_call, 0);
}

} // namespace flat::abi
