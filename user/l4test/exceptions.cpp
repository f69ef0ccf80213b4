// SPDX-License-Identifier: BSD-2-Clause
// Instructions that user mode may not use stop their thread, and only it.
#include "helper.hpp"
#include "suite.hpp"

#include <l4/image.hpp>

namespace l4test {

using l4::ExchangeControl;
using l4::Word;

namespace {

struct Attack {
    void (*body)();
    char const* sentence;
};

constexpr Attack attacks[] = {
    {[] { asm volatile("hlt"); }, "hlt stops its thread"},
    {[] { asm volatile("cli"); }, "cli stops its thread"},
    {[] { asm volatile("sti"); }, "sti stops its thread"},
    {[] { asm volatile("movq %%rax, %%cr3" ::"a"(0L)); }, "a write to cr3 stops its thread"},
    {[] {
         asm volatile("movq %%cr0, %%rax" ::: "rax");
     },
     "a read of cr0 stops its thread"},
    {[] { asm volatile("movq %%rax, %%dr7" ::"a"(0L)); }, "a write to dr7 stops its thread"},
    {[] { asm volatile("wrmsr" ::"a"(0), "d"(0), "c"(0xc000'0080)); }, "wrmsr stops its thread"},
    {[] { asm volatile("rdmsr" ::"c"(0xc000'0080)
                       : "eax", "edx"); }, "rdmsr stops its thread"},
    {[] { asm volatile("lgdt (%0)" ::"r"(&attacks)); }, "lgdt stops its thread"},
    {[] { asm volatile("lidt (%0)" ::"r"(&attacks)); }, "lidt stops its thread"},
    {[] { asm volatile("ltr %%ax" ::"a"(0)); }, "ltr stops its thread"},
    {[] { asm volatile("invlpg (%0)" ::"r"(&attacks)); }, "invlpg stops its thread"},
    {[] { asm volatile("wbinvd"); }, "wbinvd stops its thread"},
    {[] { asm volatile("swapgs"); }, "swapgs stops its thread"},
    {[] {
         asm volatile("sysretq" ::: "rcx", "r11");
     },
     "sysret stops its thread"},
    {[] { asm volatile("int $0x20"); }, "an interrupt's vector stops its thread"},
    {[] { asm volatile("int $0x80"); }, "a vector that nobody has stops its thread"},
    {[] { asm volatile("int $0x08"); }, "the vector of a double fault stops its thread"},
    {[] { asm volatile("int $0x02"); }, "the vector of an NMI stops its thread"},
    {[] { asm volatile("ud2"); }, "an undefined instruction stops its thread"},
    {[] { asm volatile("int3"); }, "a breakpoint that asks for nothing stops its thread"},
    {[] { asm volatile("divl %%ecx" ::"a"(1), "d"(0), "c"(0)); },
     "a division by 0 stops its thread"},
    {[] { asm volatile("movw %%ax, %%ds" ::"a"(0x08)); }, "a kernel's segment stops its thread"},
    {[] { asm volatile("movq (%0), %%rax" ::"r"(0x8000'0000'0000)
                       : "rax"); },
     "a read of a non-canonical address stops its thread"},
    {[] { asm volatile("jmpq *%0" ::"r"(0x8000'0000'0000)); },
     "a jump to a non-canonical address stops its thread"},
    {[] {
         asm volatile("pushfq\n orl $0x100, (%%rsp)\n popfq\n nop" ::: "cc", "memory");
     },
     "single steps stop their thread"},
};

/// An interrupt return to the kernel's code segment.
void enter_kernel_segment() {
    asm volatile("pushq $0x10\n"
                 "pushq %%rsp\n"
                 "pushq $2\n"
                 "pushq $0x08\n"
                 "pushq $0\n"
                 "iretq" ::
                     : "memory");
}

/// A system call with the single-step flag.
void step_into_kernel() {
    asm volatile("pushfq\n orl $0x100, (%%rsp)\n popfq\n syscall" ::: "rcx", "r11", "cc", "memory");
}

constexpr Word invalid_opcode = 6;

Attack const* volatile chosen;
Word volatile has_survived;

void attack() {
    chosen->body();
    has_survived = 1;
    rest();
}

/// Lets a helper attack; says whether it is halted afterwards.
bool is_halted_by(Attack const& candidate) {
    chosen = &candidate;
    has_survived = 0;
    Helper const helper(attack);
    l4::sleep(a_while);
    auto const found = exchange_registers(helper.id(), {});
    return found.is_ok() && (found.value().control & ExchangeControl::halt) != 0;
}

/// Whether an attack ends with its thread halted.
bool is_stopped(Attack const& candidate) {
    return is_halted_by(candidate) && has_survived == 0;
}

/// Loads a null selector into GS, which some kernels then forget to restore for the others.
void lose_gs() {
    l4::touch_image();
    tell_root(0);
    asm volatile("movl %0, %%gs" ::"r"(0));
    for (;;)
        has_survived = 1;
}

void test_segments(Suite& suite) {
    Word const mine = l4::my_local_id().raw();
    has_survived = 0;
    Helper const helper(lose_gs, Home::own_space);
    static_cast<void>(word_from(helper));
    l4::sleep(a_while);
    Word now;
    asm volatile("movq %%gs:0, %0" : "=r"(now));
    suite.check(has_survived == 1 && now == mine,
                "a thread that loses its GS segment takes no other space's");
}

void fault_with_handler() {
    l4::my_utcb().exception_handler = l4::kernel_interface().root_id();
    asm volatile("ud2");
    rest();
}

void survive() {
    has_survived = 1;
    rest();
}

/// The handler learns of the exception, moves the thread on, and lets it go.
void test_handler(Suite& suite) {
    has_survived = 0;
    Helper const helper(fault_with_handler);
    auto const received = l4::receive(helper.id(), soon);
    suite.check(received.is_ok() && l4::ExceptionMessage::is(received.value().tag),
                "an exception is a message to the thread's handler");
    l4::ExceptionRegisters const& found = l4::exception_registers();
    auto const* const instruction = reinterpret_cast<unsigned char const*>(found.rip);
    suite.check(received.is_ok() && instruction[0] == 0x0f && instruction[1] == 0x0b &&
                    found.vector == invalid_opcode,
                "it says which exception and where");
    bool const is_moved =
        exchange_registers(helper.id(), {.control = ExchangeControl::set_instruction_pointer,
                                         .instruction_pointer = reinterpret_cast<Word>(survive)})
            .is_ok();
    l4::write_message(0);
    bool const is_answered = l4::send(helper.id(), soon).is_ok();
    l4::sleep(a_while);
    suite.check(is_moved && is_answered && has_survived == 1, "the answer lets the thread go on");
}

} // namespace

void test_exceptions(Suite& suite) {
    for (auto const& candidate : attacks)
        suite.check(is_stopped(candidate), candidate.sentence);
    // A page fault in QEMU 7.2, on account of supervisor-mode access prevention; else it halts.
    is_halted_by({enter_kernel_segment, ""});
    suite.check(has_survived == 0, "iret to kernel mode stops its thread");
    suite.check(is_stopped({step_into_kernel, ""}),
                "single steps into the kernel stop their thread");
    test_segments(suite);
    test_handler(suite);
}

} // namespace l4test
