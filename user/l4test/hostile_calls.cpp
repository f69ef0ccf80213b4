// SPDX-License-Identifier: BSD-2-Clause
// System calls with registers that no library would load.
#include "helper.hpp"
#include "suite.hpp"

#include <l4/image.hpp>
#include <l4/kdebug.hpp>
#include <l4/register_message.hpp>

namespace l4test {

using l4::Word;

namespace {

constexpr Word kernel_address = 0xffff'8000'0000'0000;
constexpr Word non_canonical = 0x8000'0000'0000;

Word volatile registers_pattern;

/// SYSCALL with every register a pattern, the stack pointer too.
[[noreturn]] void call_with_pattern() {
    asm volatile("movq %[pattern], %%rax\n"
                 "movq %%rax, %%rbx\n"
                 "movq %%rax, %%rdx\n"
                 "movq %%rax, %%rsi\n"
                 "movq %%rax, %%rdi\n"
                 "movq %%rax, %%rbp\n"
                 "movq %%rax, %%rsp\n"
                 "movq %%rax, %%r8\n"
                 "movq %%rax, %%r9\n"
                 "movq %%rax, %%r10\n"
                 "movq %%rax, %%r12\n"
                 "movq %%rax, %%r13\n"
                 "movq %%rax, %%r14\n"
                 "movq %%rax, %%r15\n"
                 "syscall\n"
                 "1: jmp 1b\n"
                 :
                 : [pattern] "m"(registers_pattern));
    __builtin_unreachable();
}

Word volatile next_number;

/// All calls that a number in rbp may name, with a stack in the kernel's addresses.
[[noreturn]] void call_every_number() {
    asm volatile("movq $-4096, %%rsp\n"
                 "1: movl %[number], %%ebp\n"
                 "incl %[number]\n"
                 "xorl %%edi, %%edi\n"
                 "xorl %%eax, %%eax\n"
                 "xorl %%esi, %%esi\n"
                 "xorl %%edx, %%edx\n"
                 "xorl %%r8d, %%r8d\n"
                 "xorl %%r9d, %%r9d\n"
                 "xorl %%r10d, %%r10d\n"
                 "syscall\n"
                 "jmp 1b\n"
                 : [number] "+m"(next_number));
    __builtin_unreachable();
}

Word volatile has_returned;

void print_from(Word address) {
    l4::kdebug::print_string(reinterpret_cast<char const*>(address));
    has_returned = 1;
    rest();
}

void print_from_kernel() {
    print_from(kernel_address);
}
void print_from_nowhere() {
    print_from(0x7000'0000'0000);
}
void print_from_non_canonical() {
    print_from(non_canonical);
}
void print_from_the_end() {
    print_from(~Word{0} - 2);
}

/// The message registers are asked for where there are none.
void send_from_nowhere() {
    asm volatile("xorl %%esi, %%esi\n"
                 "movq $-1, %%rdx\n"
                 "movl $0x04000400, %%r8d\n"
                 "movq %[address], %%rdi\n"
                 "callq *%[entry]\n"
                 :
                 : [address] "i"(-4096L), [entry] "m"(l4::entry_points.ipc)
                 : "rax", "rbx", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13",
                   "r14", "r15", "memory", "cc");
    has_returned = 1;
    rest();
}

constexpr Word single_step = 1 << 8;
constexpr Word direction = 1 << 10;
constexpr Word nested_task = 1 << 14;
constexpr Word alignment_check = 1 << 18;

/// SYSCALL as the first instruction with these flags; call 255 is none.
template<Word flags>
void call_with_flags() {
    asm volatile("movl $255, %%ebp\n"
                 "pushfq\n"
                 "orq %[flags], (%%rsp)\n"
                 "popfq\n"
                 "syscall\n"
                 "1: jmp 1b\n"
                 :
                 : [flags] "i"(flags)
                 : "rcx", "r11", "cc", "memory");
}

/// The same while loading SS puts the single step off.
void call_after_stack_segment() {
    asm volatile("movl $255, %%ebp\n"
                 "movl %%ss, %%eax\n"
                 "pushfq\n"
                 "orq %[flags], (%%rsp)\n"
                 "popfq\n"
                 "movl %%eax, %%ss\n"
                 "syscall\n"
                 "1: jmp 1b\n"
                 :
                 : [flags] "i"(single_step)
                 : "rax", "rcx", "r11", "cc", "memory");
}

/// An exception with flags that would let the kernel reach user memory, or not return.
void trap_with_flags() {
    asm volatile("pushfq\n"
                 "orq %[flags], (%%rsp)\n"
                 "popfq\n"
                 "ud2\n"
                 :
                 : [flags] "i"(alignment_check | direction | nested_task)
                 : "cc", "memory");
}

void return_to_non_canonical() {
    asm volatile("pushq %0\n"
                 "ret\n"
                 :
                 : "r"(non_canonical));
}

void call_without_segments() {
    asm volatile("xorl %%eax, %%eax\n"
                 "movl %%eax, %%ds\n"
                 "movl %%eax, %%es\n"
                 "movl %%eax, %%fs\n"
                 "movl %%eax, %%gs\n"
                 "movl $255, %%ebp\n"
                 "syscall\n"
                 "1: jmp 1b\n"
                 :
                 :
                 : "rax", "rcx", "r11", "memory");
}

void power_off_unasked() {
    l4::touch_image();
    tell_root(0);
    l4::kdebug::power_off(99);
}

/// The kernel is alive when time passes and another thread can be made, run and deleted.
bool does_kernel_live() {
    Helper const helper([] {
        tell_root(1);
        rest();
    });
    return word_from(helper) == 1;
}

void survive(Suite& suite, void (*body)(), char const* sentence) {
    {
        Helper const helper(body);
        // It may fault, which nobody answers.
        static_cast<void>(l4::receive(helper.id(), a_while).is_ok());
    }
    suite.check(does_kernel_live(), sentence);
}

constexpr Word patterns[] = {0, ~Word{0}, kernel_address, non_canonical, 0x1234'5678};

void test_patterns(Suite& suite) {
    for (Word const pattern : patterns) {
        registers_pattern = pattern;
        survive(suite, call_with_pattern,
                "a system call with a pattern in all registers is survived");
    }
}

void test_flags_and_segments(Suite& suite) {
    survive(suite, call_with_flags<single_step>, "a single step into the kernel is survived");
    survive(suite, call_after_stack_segment, "a single step that loading SS puts off is survived");
    survive(suite, call_with_flags < alignment_check | direction | nested_task >,
            "a system call with strange flags is survived");
    survive(suite, trap_with_flags, "an exception with strange flags is survived");
    survive(suite, return_to_non_canonical, "a return to a non-canonical address is survived");
    survive(suite, call_without_segments, "a system call with no segments is survived");
}

void test_return(Suite& suite, void (*body)(), char const* sentence) {
    has_returned = 0;
    Helper const helper(body);
    l4::sleep(a_while);
    suite.check(has_returned == 1, sentence);
}

} // namespace

void test_hostile_calls(Suite& suite) {
    test_patterns(suite);
    test_flags_and_segments(suite);
    survive(suite, call_every_number, "system calls of all numbers are survived");
    test_return(suite, print_from_kernel, "the kernel's memory is not printed");
    test_return(suite, print_from_nowhere, "unmapped memory is not printed");
    test_return(suite, print_from_non_canonical, "non-canonical memory is not printed");
    test_return(suite, print_from_the_end, "memory at the end is not printed");
    test_return(suite, send_from_nowhere, "the kernel does not believe where the UTCB is");
    {
        Helper const helper(power_off_unasked, Home::own_space);
        static_cast<void>(word_from(helper));
        static_cast<void>(next_message(a_while).is_ok());
    }
    suite.check(true, "only the root task can end the machine");
}

} // namespace l4test
