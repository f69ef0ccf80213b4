// SPDX-License-Identifier: BSD-2-Clause
// What a domain asks for is granted if its assembly says so, whatever it asks for.
#include "grants.hpp"

#include <gtest/gtest.h>

namespace domains {
namespace {

using l4::DomainGrant;
using l4::IoFpage;
using l4::Word;

/// The second of two domains has a disk's ports and line, the first a port of no line.
struct Assembly {
    l4::DomainImages images{l4::DomainImages::magic_value, 0, 2, 0};
    DomainGrant grants[2] = {{1, 0x70, 1, DomainGrant::no_line}, {2, 0x1f0, 8, 14}};
};

TEST(Grants, a_domain_has_the_ports_of_its_own_grants) {
    Assembly const assembly;
    Grants const first(assembly.images, 1), second(assembly.images, 2);
    EXPECT_TRUE(second.include(IoFpage::around(0x1f0, 3)));
    EXPECT_TRUE(second.include(IoFpage::around(0x1f7, 0)));
    EXPECT_FALSE(second.include(IoFpage::around(0x1f0, 4)));
    EXPECT_FALSE(second.include(IoFpage::around(0x1f8, 0)));
    EXPECT_FALSE(first.include(IoFpage::around(0x1f0, 0)));
    EXPECT_FALSE(second.include(IoFpage::complete()));
}

TEST(Grants, what_is_no_flexpage_of_ports_is_never_granted) {
    Assembly const assembly;
    Grants const grants(assembly.images, 2);
    Word const ports = IoFpage::around(0x1f0, 0).raw();
    constexpr Word kind_mask = 0x3f << 4;
    ASSERT_TRUE(grants.include(IoFpage{ports}));
    for (Word kind = 0; kind < 64; ++kind)
        EXPECT_EQ(grants.include(IoFpage{(ports & ~kind_mask) | kind << 4}), kind == 2) << kind;
    EXPECT_FALSE(grants.include(IoFpage{ports | Word{17} << 10})); // too large
}

TEST(Grants, a_line_is_that_of_a_grant) {
    Assembly const assembly;
    EXPECT_TRUE(Grants(assembly.images, 2).include_line(14));
    EXPECT_FALSE(Grants(assembly.images, 1).include_line(14));
    EXPECT_FALSE(Grants(assembly.images, 1).include_line(DomainGrant::no_line));
}

} // namespace
} // namespace domains
