// SPDX-License-Identifier: BSD-2-Clause
// Tests on the machine itself what the host cannot: traps that save only what a call may change.
#include <arch/self_test.hpp>

#include <machine/physical.hpp>
#include <machine/software_trap.hpp>
#include <x86_64/exceptions.hpp>

namespace flat::arch {

namespace {

constexpr u32 brief_vector = machine::software_trap_vector + 1;

/// Registers of the local APIC, where it is at reset (SDM 3A, 11.4.1).
constexpr paddr local_apic = 0xfee0'0000;
constexpr paddr end_of_interrupt = local_apic + 0xb0;
constexpr paddr interrupt_command = local_apic + 0x300;
constexpr u32 to_itself = 1u << 18;
constexpr u32 asserted = 1u << 14;

void write_local_apic(paddr place, u32 value) {
    *static_cast<u32 volatile*>(machine::physical_to_virtual(place)) = value;
}

/// A value for each register of user mode but those that its code changes.
constexpr u64 RegisterFrame::* patterned[] = {
    &RegisterFrame::rax, &RegisterFrame::rbx, &RegisterFrame::rcx, &RegisterFrame::rdx,
    &RegisterFrame::rsi, &RegisterFrame::rdi, &RegisterFrame::rbp, &RegisterFrame::r8,
    &RegisterFrame::r9,  &RegisterFrame::r10, &RegisterFrame::r11, &RegisterFrame::r12,
    &RegisterFrame::r13, &RegisterFrame::r14};

void set_pattern(RegisterFrame& frame) {
    u64 value = 0x1111'0000;
    for (auto const each : patterned)
        frame.*each = ++value;
}

bool has_pattern(RegisterFrame const& frame) {
    u64 value = 0x1111'0000;
    bool is_same = true;
    for (auto const each : patterned)
        is_same = is_same && frame.*each == ++value;
    return is_same;
}

/// Traps with a value in each register that a call may change; whether all have it afterwards.
bool keeps_what_calls_change() {
    u64 difference;
    asm volatile("movl $1, %%eax; movl $2, %%ecx; movl $3, %%edx; movl $4, %%esi\n\t"
                 "movl $5, %%edi; movl $6, %%r8d; movl $7, %%r9d; movl $8, %%r10d\n\t"
                 "movl $9, %%r11d\n\t"
                 "int %[vector]\n\t"
                 "subq $1, %%rax; subq $2, %%rcx; subq $3, %%rdx; subq $4, %%rsi\n\t"
                 "subq $5, %%rdi; subq $6, %%r8; subq $7, %%r9; subq $8, %%r10\n\t"
                 "subq $9, %%r11\n\t"
                 "orq %%rcx, %%rax; orq %%rdx, %%rax; orq %%rsi, %%rax; orq %%rdi, %%rax\n\t"
                 "orq %%r8, %%rax; orq %%r9, %%rax; orq %%r10, %%rax; orq %%r11, %%rax"
                 : "=a"(difference)
                 : [vector] "i"(brief_vector)
                 : "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "cc", "memory");
    return difference == 0;
}

} // namespace

/// Changes all that a call may change.
void SelfTest::handle(u32) {
    ++brief_traps_;
    write_local_apic(end_of_interrupt, 0);
    if (leaves_user_) trap->set_context(*test_context_);
    asm volatile("movq $-1, %%rax; movq %%rax, %%rcx; movq %%rax, %%rdx; movq %%rax, %%rsi\n\t"
                 "movq %%rax, %%rdi; movq %%rax, %%r8; movq %%rax, %%r9; movq %%rax, %%r10\n\t"
                 "movq %%rax, %%r11"
                 :
                 :
                 : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11");
}

void SelfTest::test_brief_traps() {
    check(trap->register_brief(u32(Exception::XM), *this).is_error(),
          "exceptions have no brief handlers");
    check(trap->register_brief(machine::software_trap_vector, *this).is_error(),
          "a taken vector takes no brief handler");
    check(trap->register_brief(brief_vector, *this).is_ok() &&
              trap->register_(brief_vector, *this).is_error(),
          "a vector with a brief handler takes no other one");
    check(keeps_what_calls_change() && brief_traps_ == 1, "a brief trap changes no register");
}

/// An interrupt that waits until user mode is entered, and comes before its first instruction.
void SelfTest::enter_user_interrupted() {
    write_local_apic(interrupt_command, to_itself | asserted | brief_vector);
    entered_ = &user_.frame();
    machine::software_trap();
}

void SelfTest::test_brief_in_user_mode(vaddr entry, vaddr stack_end) {
    RegisterFrame& frame = user_.frame();
    frame.start_user(entry, stack_end);
    set_pattern(frame);
    enter_user_interrupted();
    check(brief_traps_ == 2 && caught_.vector == u32(Exception::BP) && has_pattern(frame),
          "user mode goes on after a brief trap with all registers");
    frame.start_user(entry, stack_end);
    set_pattern(frame);
    leaves_user_ = true;
    caught_ = {};
    enter_user_interrupted();
    leaves_user_ = false;
    check(brief_traps_ == 3 && frame.is_user() && frame.rip == entry && frame.rsp == stack_end &&
              has_pattern(frame),
          "all registers are saved where a brief handler names another context");
    entered_ = &frame;
    machine::software_trap();
    check(caught_.vector == u32(Exception::BP) && has_pattern(frame), "and go on later");
    trap->unregister(brief_vector);
    check(trap->register_(brief_vector, *this).is_ok(), "a vector that was left takes any handler");
    trap->unregister(brief_vector);
}

} // namespace flat::arch
