// SPDX-License-Identifier: BSD-2-Clause
// Signals as the traps of a processor.
#include <arch/traps.hpp>

#include <arch/signal_context.hpp>
#include <core/machine/panic_at.hpp>
#include <machine/interrupts.hpp>
#include <machine/software_trap.hpp>

#include <signal.h>

namespace flat::arch {

namespace {

/// The table in use: what a processor keeps in a register of its own.
constinit Traps* installed = nullptr;

/// The signals that are exceptions: the process itself causes them.
constexpr u32 exceptions[] = {SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSEGV};

} // namespace

Traps::Traps(Ports const& ports, Attributes const& attributes) : TrapsComponent(ports, attributes) {
    assert(!installed);
    installed = this;
    stack_t stack{};
    stack.ss_sp = stack_;
    stack.ss_size = stack_bytes;
    sigaltstack(&stack, nullptr);
    for (u32 const vector : exceptions)
        catch_signal(vector);
    catch_signal(machine::software_trap_vector);
}

Traps::~Traps() {
    for (u32 vector = 1; vector < vectors; ++vector)
        if (is_caught_[vector]) signal(static_cast<int>(vector), SIG_DFL);
    stack_t stack{};
    stack.ss_flags = SS_DISABLE;
    sigaltstack(&stack, nullptr);
    installed = nullptr;
}

Result<void, hal::TrapError> Traps::register_(u32 vector, hal::Trap::Handler& handler) {
    TRY(claim(vector));
    handlers_[vector] = &handler;
    return {};
}

/// A signal saves all registers whoever handles it.
Result<void, hal::TrapError> Traps::register_brief(u32 vector, hal::Trap::BriefHandler& handler) {
    for (u32 const exception : exceptions)
        if (vector == exception) return hal::TrapError{hal::TrapError::Code::no_such_vector};
    TRY(claim(vector));
    brief_handlers_[vector] = &handler;
    return {};
}

/// Catches a vector that nobody handles yet.
Result<void, hal::TrapError> Traps::claim(u32 vector) {
    using enum hal::TrapError::Code;
    if (vector == 0 || vector >= vectors || vector == SIGKILL || vector == SIGSTOP)
        return hal::TrapError{no_such_vector};
    if (handlers_[vector] || brief_handlers_[vector]) return hal::TrapError{taken};
    catch_signal(vector);
    return {};
}

void Traps::unregister(u32 vector) {
    if (vector >= vectors) return;
    handlers_[vector] = nullptr;
    brief_handlers_[vector] = nullptr;
}

void Traps::switch_context(RegisterFrame& from, RegisterFrame& to) {
    assert(!interrupted_ && !machine::interrupts_enabled());
    if (&from == &to) return;
    from_ = &from;
    current_ = &to;
    machine::software_trap();
}

void Traps::resume() {
    if (interrupted_) {
        SignalContext& interrupted = *exchange(interrupted_, nullptr);
        interrupted.load(*current_);
        interrupted.leave();
    }
    machine::disable_interrupts();
    resumes_ = true;
    machine::software_trap();
    __builtin_unreachable();
}

void Traps::on_signal(int signal, void* context) {
    u32 const vector = static_cast<u32>(signal);
    if (is_interrupt(vector) && !accept_interrupt(vector)) return;
    SignalContext interrupted(*static_cast<ucontext_t*>(context));
    installed->dispatch(vector, interrupted);
}

void Traps::dispatch(u32 vector, SignalContext& interrupted) {
    if (exchange(resumes_, false)) {
        interrupted.load(*current_);
        return;
    }
    if (from_) {
        interrupted.save(*exchange(from_, nullptr));
        interrupted.load(*current_);
        return;
    }
    RegisterFrame frame;
    interrupted.save(frame);
    machine::disable_interrupts();
    if (interrupted_) panic_at(frame, "trap {} while a trap is handled", vector);
    if (!handlers_[vector] && !brief_handlers_[vector])
        panic_at(frame, "trap {} has no handler", vector);
    interrupted_ = &interrupted;
    current_ = &frame;
    if (brief_handlers_[vector])
        brief_handlers_[vector]->handle(vector);
    else
        handlers_[vector]->handle(vector, frame);
    interrupted_ = nullptr;
    interrupted.load(*current_);
}

void Traps::catch_signal(u32 vector) {
    struct sigaction action{};
    action.sa_sigaction = [](int signal, siginfo_t*, void* context) { on_signal(signal, context); };
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    action.sa_mask = interrupt_signals();
    sigaction(static_cast<int>(vector), &action, nullptr);
    is_caught_[vector] = true;
}

} // namespace flat::arch
