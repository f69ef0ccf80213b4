// SPDX-License-Identifier: BSD-2-Clause
// Tests of backtraces by frame pointers.
#include <domain/backtrace.hpp>

#include <machine/backtrace.hpp>
#include <machine/register_frame.hpp>

#include <gtest/gtest.h>

namespace flat::arch {
namespace {

/// The number of return addresses below `levels` more calls.
[[gnu::noinline]] usize depth_below(u32 levels) {
    vaddr addresses[64];
    if (levels == 0) return domain::backtrace(addresses);
    usize const depth = depth_below(levels - 1);
    asm volatile(""); // no tail call
    return depth;
}

TEST(HostedBacktrace, is_one_longer_for_each_call) {
    EXPECT_EQ(depth_below(5), depth_below(0) + 5);
}

TEST(HostedBacktrace, takes_no_more_than_there_is_room_for) {
    vaddr addresses[3] = {};
    EXPECT_EQ(domain::backtrace(Span<vaddr>(addresses).first(2)), 2u);
    EXPECT_EQ(addresses[2], 0u);
    EXPECT_EQ(domain::backtrace(Span<vaddr>()), 0u);
}

TEST(HostedBacktrace, of_a_context_that_has_just_begun_is_its_first_instruction) {
    alignas(16) static u8 stack[1024];
    RegisterFrame frame;
    frame.start_kernel([](void*) {}, nullptr, address_of(stack + sizeof(stack)));
    vaddr addresses[4];
    ASSERT_EQ(machine::backtrace(frame, addresses), 1u);
    EXPECT_EQ(addresses[0], frame.instruction_pointer());
    EXPECT_EQ(machine::backtrace(frame, Span<vaddr>()), 0u);
}

} // namespace
} // namespace flat::arch
