// SPDX-License-Identifier: BSD-2-Clause
// Exceptions and interrupts, reified without changing their semantics.
#include <arch/traps.hpp>

#include <core/compiler.hpp>
#include <machine/interrupts.hpp>
#include <x86_64/processor_area.hpp>

#include <arch/traps/trap.hpp>
#include <x86_64/exceptions.hpp>

namespace flat::arch {

Result<void, hal::TrapError> Traps::register_(u32 vector, Handler& handler) {
    if (vector >= vectors || is_fatal(vector) || vector == u32(Exception::NMI))
        return hal::TrapError{hal::TrapError::Code::no_such_vector};
    if (is_handled(vector)) return hal::TrapError{hal::TrapError::Code::taken};
    flat_trap_handlers[vector] = &handler;
    return {};
}

Result<void, hal::TrapError> Traps::register_brief(u32 vector, BriefHandler& handler) {
    if (vector >= vectors || vector < first_brief_vector)
        return hal::TrapError{hal::TrapError::Code::no_such_vector};
    if (is_handled(vector)) return hal::TrapError{hal::TrapError::Code::taken};
    flat_brief_handlers[vector] = &handler;
    return {};
}

void Traps::unregister(u32 vector) {
    if (vector < vectors) forget_handler(vector);
}

void Traps::set_context(RegisterFrame& context) {
    processor_area().context = &context;
}

RegisterFrame& Traps::get_context() {
    return *processor_area().context;
}

/// All registers are lost but rbp, by which compilers address their frames: it goes with the stack.
/// What callers want kept the compiler saves, once, where it saves registers anyway. Seven are
/// named as lost; the operands take the other seven, whichever suit. A hardened jump is a return
/// whose prediction leads into a loop; its call writes below the resumed stack, where nothing is.
void Traps::switch_context(RegisterFrame& from, RegisterFrame& to) {
    from.vector = RegisterFrame::left_by_switch;
    processor_area().context = &to;
    auto* resumed = &to;
    u64 lost[6];
    asm volatile("movq $1f, %[from_rip]\n\t"
                 "movq %%rsp, %[from_rsp]\n\t"
                 "movq %%rbp, %[from_rbp]\n\t"
                 "cmpl %[mark], %c[vector](%[to])\n\t"
                 "jne flat_resume\n\t"
                 "movq %c[rsp](%[to]), %%rsp\n\t"
                 "movq %c[rbp](%[to]), %%rbp\n\t"
                 ".if %c[hardened]\n\t"
                 "movq %c[rip](%[to]), %%rax\n\t"
                 "callq 3f\n"
                 "2:\t"
                 "pause\n\t"
                 "lfence\n\t"
                 "jmp 2b\n"
                 "3:\t"
                 "movq %%rax, (%%rsp)\n\t"
                 "retq\n\t"
                 ".else\n\t"
                 "jmpq *%c[rip](%[to])\n\t"
                 ".endif\n"
                 "1:"
                 : [to] "+r"(resumed), "=r"(lost[0]), "=r"(lost[1]), "=r"(lost[2]), "=r"(lost[3]),
                   "=r"(lost[4]), "=r"(lost[5]), [from_rip] "=m"(from.rip),
                   [from_rsp] "=m"(from.rsp), [from_rbp] "=m"(from.rbp)
                 : [hardened] "i"(retpolines ? 1 : 0), [mark] "i"(RegisterFrame::left_by_switch),
                   [vector] "i"(__builtin_offsetof(RegisterFrame, vector)),
                   [rip] "i"(__builtin_offsetof(RegisterFrame, rip)),
                   [rsp] "i"(__builtin_offsetof(RegisterFrame, rsp)),
                   [rbp] "i"(__builtin_offsetof(RegisterFrame, rbp))
                 : "rax", "rcx", "rdx", "r8", "r9", "r10", "r11", "cc", "memory");
}

void Traps::complete(RegisterFrame& context) {
    if (context.vector != RegisterFrame::left_by_switch) return;
    context.cs = u64(Selector::kernel_code);
    context.ss = u64(Selector::kernel_data);
    context.rflags = u64(Rflags::RESERVED); // interrupts are disabled
    context.vector = 0;
}

void Traps::resume() {
    machine::disable_interrupts();
    flat_resume();
}

} // namespace flat::arch
