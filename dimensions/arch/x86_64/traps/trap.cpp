// SPDX-License-Identifier: BSD-2-Clause
// Where traps go, and what happens to those that nobody handles.
#include <arch/traps/machine_check.hpp>
#include <arch/traps/trap.hpp>

#include <core/machine/panic_at.hpp>
#include <x86_64/instructions.hpp>
#include <x86_64/processor_area.hpp>

#include <x86_64/exceptions.hpp>

namespace flat::arch {

constinit hal::Trap::Handler* flat_trap_handlers[vectors] = {};
constinit hal::Trap::BriefHandler* flat_brief_handlers[vectors] = {};

extern "C" {
constinit RegisterFrame flat_brief_context;
}

namespace {

[[noreturn, gnu::cold]] void panic_in(Text what, u32 vector, RegisterFrame const& frame) {
    panic_at(frame,
             "{}{} ({}), error code {x}, cr2 {x}, in {} mode\n"
             "    rip {x} rsp {x} rflags {x} cs {x} ss {x}\n"
             "    rax {x} rbx {x} rcx {x} rdx {x} rsi {x} rdi {x} rbp {x}\n"
             "    r8 {x} r9 {x} r10 {x} r11 {x} r12 {x} r13 {x} r14 {x} r15 {x}",
             what, exception_name(vector), vector, frame.error_code, read_cr2(),
             frame.is_user() ? "user" : "kernel", frame.rip, frame.rsp, frame.rflags, frame.cs,
             frame.ss, frame.rax, frame.rbx, frame.rcx, frame.rdx, frame.rsi, frame.rdi, frame.rbp,
             frame.r8, frame.r9, frame.r10, frame.r11, frame.r12, frame.r13, frame.r14, frame.r15);
}

} // namespace

void forget_all_handlers() {
    for (u32 vector = 0; vector < vectors; ++vector)
        forget_handler(vector);
}

bool is_handled(u32 vector) {
    return flat_trap_handlers[vector] || flat_brief_handlers[vector];
}

void forget_handler(u32 vector) {
    flat_trap_handlers[vector] = nullptr;
    flat_brief_handlers[vector] = nullptr;
}

} // namespace flat::arch

/// Called by entry.S on the processor's kernel stack, with the arguments where they are at hand;
/// returns to resume what the processor names.
extern "C" void flat_trap(flat::u64, flat::u32 vector, flat::RegisterFrame& frame) {
    flat::hal::Trap::Handler* const handler = flat::arch::flat_trap_handlers[vector];
    if (!handler) [[unlikely]]
        flat::arch::panic_in("unhandled ", vector, frame);
    handler->handle(vector, frame);
}

/// The same of brief traps, whose vector has nothing above it. One without a handler has no brief
/// way, so the test fails never; with it, compilers make a frame only where it fails.
extern "C" void flat_brief_trap(flat::u64, flat::u64 vector) {
    flat::hal::Trap::BriefHandler* const handler = flat::arch::flat_brief_handlers[vector];
    if (!handler) [[unlikely]]
        flat::arch::panic_in("unhandled brief ", static_cast<flat::u32>(vector),
                             flat::arch::flat_brief_context);
    handler->handle(static_cast<flat::u32>(vector));
}

/// Called by entry.S for traps that have no way out.
extern "C" [[noreturn]] void flat_fatal_trap(flat::u64, flat::u32 vector,
                                             flat::RegisterFrame& frame) {
    using namespace flat::arch;
    if (vector == static_cast<flat::u32>(Exception::MC))
        panic_in(machine_check_text().text(), vector, frame);
    panic_in(is_fatal(vector) ? "" : "the kernel itself trapped: ", vector, frame);
}
