// SPDX-License-Identifier: BSD-2-Clause
// Instructions, as an assembler encodes them, and the kinds that they are of.
extern "C" {
#include "../x86_64.h"
}

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace {

using Bytes = std::vector<uint8_t>;

/// Classifies a copy with nothing behind it, so that the sanitizer sees every byte too far.
InstructionKind classify(Bytes const& instruction) {
    auto const copy = std::make_unique<uint8_t[]>(instruction.size());
    std::copy(instruction.begin(), instruction.end(), copy.get());
    return x86_64_classify(copy.get(), instruction.size());
}

Bytes operator+(Bytes first, Bytes const& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

Bytes const constant = {0x54, 0x41, 0x4c, 0x46};

/// Marks by all ways to address memory; the constant follows.
std::vector<Bytes> const addressings = {
    {0xc7, 0x00},                                                 // (%rax)
    {0x41, 0xc7, 0x07},                                           // (%r15)
    {0xc7, 0x05, 0x10, 0x20, 0x30, 0x40},                         // 0x40302010(%rip)
    {0xc7, 0x45, 0x80},                                           // -0x80(%rbp)
    {0x41, 0xc7, 0x45, 0x00},                                     // 0(%r13)
    {0xc7, 0x83, 0x00, 0x01, 0x00, 0x00},                         // 0x100(%rbx)
    {0xc7, 0x04, 0x24},                                           // (%rsp)
    {0x43, 0xc7, 0x04, 0xfe},                                     // (%r14,%r15,8)
    {0xc7, 0x04, 0x25, 0x00, 0x10, 0x00, 0x00},                   // 0x1000
    {0xc7, 0x04, 0x8d, 0x00, 0x10, 0x00, 0x00},                   // 0x1000(,%rcx,4)
    {0xc7, 0x44, 0x4d, 0x10},                                     // 0x10(%rbp,%rcx,2)
    {0xc7, 0x84, 0x4d, 0x00, 0x01, 0x00, 0x00},                   // 0x100(%rbp,%rcx,2)
    {0x65, 0xc7, 0x04, 0x25, 0x08, 0x00, 0x00, 0x00},             // %gs:8
    {0x64, 0xc7, 0x40, 0x08},                                     // %fs:8(%rax)
    {0x67, 0xc7, 0x40, 0x08},                                     // 8(%eax)
    {0x48, 0xc7, 0x00},                                           // movq, sign-extended
    {0x67, 0x64, 0x4b, 0xc7, 0x84, 0xee, 0x54, 0x41, 0x4c, 0x46}, // all at once
};

TEST(x86_64, a_store_of_the_constant_is_a_mark_however_it_addresses_memory) {
    for (Bytes const& addressing : addressings)
        EXPECT_EQ(classify(addressing + constant), instruction_mark)
            << testing::PrintToString(addressing);
}

TEST(x86_64, a_mark_that_is_cut_off_or_has_more_bytes_is_ordinary) {
    for (Bytes const& addressing : addressings) {
        Bytes instruction = addressing + constant;
        EXPECT_EQ(classify(instruction + Bytes{0x90}), instruction_ordinary);
        while (!instruction.empty()) {
            instruction.pop_back();
            EXPECT_EQ(classify(instruction), instruction_ordinary);
        }
    }
}

TEST(x86_64, a_store_of_another_constant_is_ordinary) {
    for (size_t byte = 0; byte < constant.size(); byte++) {
        for (int bit = 0; bit < 8; bit++) {
            Bytes other = constant;
            other[byte] ^= static_cast<uint8_t>(1 << bit);
            EXPECT_EQ(classify(Bytes{0xc7, 0x00} + other), instruction_ordinary);
        }
    }
}

TEST(x86_64, other_instructions_with_the_constant_in_them_are_ordinary) {
    EXPECT_EQ(classify(Bytes{0xb8} + constant), instruction_ordinary);       // mov to %eax
    EXPECT_EQ(classify(Bytes{0xc7, 0xc0} + constant), instruction_ordinary); // the same by C7
    EXPECT_EQ(classify(Bytes{0xc7, 0xf8} + constant), instruction_ordinary); // xbegin
    EXPECT_EQ(classify(Bytes{0x81, 0x00} + constant), instruction_ordinary); // add to memory
    EXPECT_EQ(classify(Bytes{0xf7, 0x00} + constant), instruction_ordinary); // test
    EXPECT_EQ(classify(Bytes{0x68} + constant), instruction_ordinary);       // push
    EXPECT_EQ(classify(Bytes{0xe8} + constant), instruction_call);
    EXPECT_EQ(classify(Bytes{0xc7, 0x80} + constant + Bytes{0, 0, 0, 0}),
              instruction_ordinary); // as a displacement
    EXPECT_EQ(classify(Bytes{0x66, 0xc7, 0x80, 0, 0} + constant),
              instruction_ordinary); // half of it as a displacement, half as the constant
}

TEST(x86_64, what_moves_the_stack_is_told_apart) {
    EXPECT_EQ(classify({0xff, 0xd0}), instruction_call);                     // call *%rax
    EXPECT_EQ(classify({0x41, 0xff, 0x14, 0x24}), instruction_call);         // call *(%r12)
    EXPECT_EQ(classify({0xc3}), instruction_return);                         // ret
    EXPECT_EQ(classify({0xf3, 0xc3}), instruction_return);                   // rep ret
    EXPECT_EQ(classify({0x48, 0xcf}), instruction_trap_return);              // iretq
    EXPECT_EQ(classify({0x48, 0x0f, 0x07}), instruction_trap_return);        // sysretq
    EXPECT_EQ(classify({0xff, 0xe2}), instruction_jump);                     // jmp *%rdx
    EXPECT_EQ(classify({0x3e, 0xff, 0xe0}), instruction_jump);               // notrack jmp *%rax
    EXPECT_EQ(classify({0x4c, 0x89, 0xc4}), instruction_stack_switch);       // mov %r8, %rsp
    EXPECT_EQ(classify({0x4c, 0x89, 0xec}), instruction_stack_switch);       // mov %r13, %rsp
    EXPECT_EQ(classify({0x48, 0x8b, 0x67, 0x30}), instruction_stack_switch); // mov 48(%rdi), %rsp
    EXPECT_EQ(classify({0x48, 0x89, 0xec}), instruction_ordinary);           // mov %rbp, %rsp
    EXPECT_EQ(classify({0x48, 0x8b, 0xe5}), instruction_ordinary);           // the same
    EXPECT_EQ(classify({0x49, 0x89, 0xc4}), instruction_ordinary);           // mov %rax, %r12
    EXPECT_EQ(classify({0x48, 0x89, 0xe0}), instruction_ordinary);           // mov %rsp, %rax
}

TEST(x86_64, what_reads_and_writes_in_one_is_locked) {
    EXPECT_EQ(classify({0xf0, 0xff, 0x00}), instruction_locked);       // lock incl (%rax)
    EXPECT_EQ(classify({0xf0, 0x0f, 0xb1, 0x0f}), instruction_locked); // lock cmpxchg %ecx, (%rdi)
    EXPECT_EQ(classify({0x48, 0x87, 0x07}), instruction_locked);       // xchg %rax, (%rdi)
    EXPECT_EQ(classify({0x48, 0x87, 0xc7}), instruction_ordinary);     // xchg %rax, %rdi
    EXPECT_EQ(classify({0xf0}), instruction_ordinary);                 // no instruction yet
}

TEST(x86_64, writes_of_control_registers_and_msrs_and_invalidations_are_control_writes) {
    std::vector<Bytes> const writes = {
        {0x0f, 0x22, 0xc0},                         // mov %rax, %cr0
        {0x41, 0x0f, 0x22, 0xdf},                   // mov %r15, %cr3
        {0x44, 0x0f, 0x22, 0xc0},                   // mov %rax, %cr8
        {0xf0, 0x0f, 0x22, 0xc0},                   // mov %rax, %cr8 as AMD's 32-bit mode has it
        {0x0f, 0x06},                               // clts
        {0x0f, 0x01, 0xf0},                         // lmsw %ax
        {0x0f, 0x01, 0x30},                         // lmsw (%rax)
        {0x0f, 0x01, 0xd1},                         // xsetbv
        {0x0f, 0x30},                               // wrmsr
        {0x0f, 0x01, 0x38},                         // invlpg (%rax)
        {0x65, 0x41, 0x0f, 0x01, 0x7c, 0x24, 0x08}, // invlpg %gs:8(%r12)
        {0x66, 0x0f, 0x38, 0x82, 0x01},             // invpcid (%rcx), %rax
    };
    for (Bytes const& write : writes)
        EXPECT_EQ(classify(write), instruction_control_write) << testing::PrintToString(write);
}

TEST(x86_64, loads_of_the_interrupt_descriptor_table_are_told_apart) {
    EXPECT_EQ(classify({0x0f, 0x01, 0x18}), instruction_load_idt);                // lidt (%rax)
    EXPECT_EQ(classify({0x0f, 0x01, 0x1d, 1, 2, 3, 4}), instruction_load_idt);    // by %rip
    EXPECT_EQ(classify({0x41, 0x0f, 0x01, 0x5c, 0x24, 8}), instruction_load_idt); // 8(%r12)
    EXPECT_EQ(classify({0x0f, 0x01, 0xd8}), instruction_ordinary);                // vmrun
    EXPECT_EQ(classify({0x0f, 0x01, 0x08}), instruction_ordinary);                // sidt (%rax)
}

TEST(x86_64, reads_and_relatives_of_control_writes_are_ordinary) {
    std::vector<Bytes> const others = {
        {},
        {0x90},
        {0x0f},
        {0x66, 0x41},
        {0x0f, 0x20, 0xd8}, // mov %cr3, %rax
        {0x0f, 0x21, 0xc0}, // mov %db0, %rax
        {0x0f, 0x23, 0xc0}, // mov %rax, %db0
        {0x0f, 0x32},       // rdmsr
        {0x0f, 0x31},       // rdtsc
        {0x0f, 0x05},       // syscall
        {0x0f, 0x01, 0x10}, // lgdt (%rax)
        {0x0f, 0x01, 0xe0}, // smsw %eax
        {0x0f, 0x01, 0xd0}, // xgetbv
        {0x0f, 0x01, 0xf8}, // swapgs
        {0x0f, 0x01, 0xf9}, // rdtscp
        {0x0f, 0x38, 0x82}, // INVPCID without its prefix
        {0xcd, 0x22},       // int $0x22
    };
    for (Bytes const& other : others)
        EXPECT_EQ(classify(other), instruction_ordinary) << testing::PrintToString(other);
}

} // namespace
