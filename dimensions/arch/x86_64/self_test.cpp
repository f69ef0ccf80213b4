// SPDX-License-Identifier: BSD-2-Clause
// Tests on the machine itself what the host cannot: reports, exceptions, timer.
#include <arch/self_test.hpp>

#include <machine/interrupts.hpp>
#include <machine/software_trap.hpp>
#include <x86_64/address_space.hpp>
#include <x86_64/instructions.hpp>
#include <x86_64/processor_area.hpp>
#include <x86_64/vectors.hpp>

#include <x86_64/exceptions.hpp>

namespace flat::arch {

namespace {

constexpr u32 caught_vectors[] = {static_cast<u32>(Exception::DE), static_cast<u32>(Exception::BP),
                                  static_cast<u32>(Exception::PF), machine::software_trap_vector};

u64 read_rflags() {
    u64 flags;
    asm volatile("pushfq; popq %0" : "=r"(flags));
    return flags;
}

} // namespace

SelfTest::SelfTest(Ports const& ports, Attributes const& attributes)
    : SelfTestComponent(ports, attributes) {
    for (u32 const vector : caught_vectors)
        check(trap->register_(vector, *this).is_ok(), "a free vector takes a handler");
}

void SelfTest::run() {
    test_exceptions();
    test_brief_traps();
    test_word_sums();
    test_image_protection();
    test_address_space();
    test_timer();
    test_threads();
    console->write(Text("self test passed\n").bytes());
}

void SelfTest::check(bool holds, Text statement) {
    console->write(Text(holds ? "ok: " : "FAILED: ").bytes());
    console->write(statement.bytes());
    console->write(Text("\n").bytes());
    if (!holds) power->power_off(1);
}

/// Notes the trap. Faults go on where the access that was tried said they should; user code goes
/// back to the test; software traps leave the processor to another context.
void SelfTest::handle(u32 vector, RegisterFrame& frame) {
    caught_ = {vector, frame.error_code, read_cr2(), read_rflags(), &frame};
    if (vector == machine::software_trap_vector) return leave(frame);
    if (frame.is_user()) return trap->set_context(*test_context_);
    if (vector == static_cast<u32>(Exception::BP)) return;
    frame.rip = frame.rbx;
    frame.rsp = frame.rcx;
}

void SelfTest::test_exceptions() {
    asm volatile("int3" : : : "memory");
    check(caught_.vector == static_cast<u32>(Exception::BP), "a breakpoint reaches its handler");
    check(!machine::interrupts_enabled(), "the kernel starts with interrupts disabled");
    asm volatile("leaq 1f(%%rip), %%rbx\n"
                 "movq %%rsp, %%rcx\n"
                 "xorl %%edx, %%edx\n"
                 "xorl %%eax, %%eax\n"
                 "divl %%edx\n"
                 "1:"
                 :
                 :
                 : "rax", "rbx", "rcx", "rdx", "memory");
    check(caught_.vector == static_cast<u32>(Exception::DE), "a divide error reaches its handler");
    check(trap->register_(caught_.vector, *this).is_error(),
          "a taken vector takes no other handler");
    check(trap->register_(vectors, *this).is_error(), "there are no more than 128 vectors");
    check(trap->register_(static_cast<u32>(Exception::NMI), *this).is_error(),
          "fatal vectors take no handler");
    u64 const nmis = processor_area().nmi_count;
    asm volatile("movq %%rsp, %%rbx\n"
                 "movq %0, %%rsp\n"
                 "int $2\n"
                 "movq %%rbx, %%rsp"
                 :
                 : "r"(user_end)
                 : "rbx", "memory");
    check(processor_area().nmi_count == nmis + 1, "an NMI is counted, whatever the stack is");
}

void SelfTest::test_timer() {
    constexpr u64 period_ns = 1'000'000;
    constexpr u32 periods = 5;
    u64 const begin = timer->now_ns();
    timer->start(period_ns, *this);
    while (ticks_ < periods)
        machine::wait_for_interrupt();
    timer->stop();
    u64 const elapsed = timer->now_ns() - begin;
    check(elapsed > periods * period_ns * 99 / 100 && elapsed < periods * period_ns * 101 / 100,
          "5 ticks of 1 ms take 5 ms, to 1 %");
}

} // namespace flat::arch
