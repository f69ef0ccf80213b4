// SPDX-License-Identifier: BSD-2-Clause
// Tests of memory for as long as a block takes.
#include <core/result.hpp>
#include <core/scratch.hpp>

#include <cstdlib>
#include <gtest/gtest.h>

namespace flat {
namespace {

enum class NoMemory : u8 { left };

/// The host's memory, as often as a test allows.
struct FakeAllocator {
    Result<vaddr, NoMemory> allocate(usize bytes, usize) {
        if (left == 0) return NoMemory::left;
        --left;
        ++held;
        return address_of(std::malloc(bytes));
    }
    void free(vaddr address) {
        --held;
        std::free(pointer_to<void>(address));
    }

    int left = 1;
    int held = 0;
};

TEST(CoreScratch, is_on_the_stack_while_it_is_small) {
    FakeAllocator allocator{.left = 0};
    Scratch<FakeAllocator> const none(allocator, 0, 1000);
    Scratch<FakeAllocator> const most(allocator, 256, 1000);
    EXPECT_TRUE(none.is_there());
    EXPECT_TRUE(none.span().is_empty());
    ASSERT_TRUE(most.is_there());
    most.span()[255] = 1;
}

TEST(CoreScratch, comes_from_the_allocator_and_goes_back) {
    FakeAllocator allocator;
    {
        Scratch<FakeAllocator> const scratch(allocator, 257, 1000);
        ASSERT_TRUE(scratch.is_there());
        scratch.span()[256] = 1;
        EXPECT_EQ(allocator.held, 1);
    }
    EXPECT_EQ(allocator.held, 0);
}

TEST(CoreScratch, is_not_there_beyond_its_limit_or_without_memory) {
    FakeAllocator allocator{.left = 0};
    EXPECT_FALSE((Scratch<FakeAllocator>(allocator, 1001, 1000).is_there()));
    EXPECT_FALSE((Scratch<FakeAllocator>(allocator, 257, 1000).is_there()));
    EXPECT_FALSE((Scratch<FakeAllocator>(allocator, 2, 1).is_there()));
}

} // namespace
} // namespace flat
