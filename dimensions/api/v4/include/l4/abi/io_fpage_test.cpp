// SPDX-License-Identifier: BSD-2-Clause
// Flexpages of ports, bit by bit.
#include <l4/abi/io_fpage.hpp>

#include <gtest/gtest.h>

namespace l4 {
namespace {

TEST(IoFpage, has_the_bits_of_the_binding) {
    EXPECT_EQ(IoFpage::around(0x3f8, 3).raw(), 0x3f8u << 16 | 3u << 10 | 2u << 4 | 6u);
    EXPECT_EQ(IoFpage::complete().raw(), 16u << 10 | 2u << 4 | 6u);
}

TEST(IoFpage, is_told_from_memory) {
    EXPECT_TRUE(IoFpage::is(IoFpage::around(0x60, 0).fpage()));
    EXPECT_FALSE(IoFpage::is(Fpage::around(0x4000, 12, Rights::all)));
    EXPECT_FALSE(IoFpage::is(Fpage::complete()));
    EXPECT_FALSE(IoFpage::is(Fpage::nil()));
}

TEST(IoFpage, names_ports_that_are_aligned_to_their_number) {
    IoFpage const page{0x3fbu << 16 | 3u << 10 | 2u << 4};
    EXPECT_EQ(page.first(), 0x3f8u);
    EXPECT_EQ(page.last(), 0x3ffu);
    EXPECT_EQ(IoFpage::around(0xffff, 0).last(), 0xffffu);
    EXPECT_EQ(IoFpage::complete().first(), 0u);
    EXPECT_EQ(IoFpage::complete().last(), 0xffffu);
}

TEST(IoFpage, may_be_larger_than_all_ports_which_is_not_valid) {
    EXPECT_TRUE(IoFpage::complete().is_valid());
    EXPECT_FALSE(IoFpage{17u << 10 | 2u << 4}.is_valid());
    EXPECT_FALSE(IoFpage{63u << 10 | 2u << 4}.is_valid());
}

TEST(PortFault, has_a_label_of_its_own) {
    EXPECT_TRUE(PortFault::is(MessageTag(PortFault::label, 2)));
    EXPECT_EQ(PortFault::label, Word{0xffff'ffff'ff80} | 6);
    EXPECT_FALSE(PortFault::is(MessageTag(PortFault::label, 1)));
}

} // namespace
} // namespace l4
