// SPDX-License-Identifier: BSD-2-Clause
// Tests of names as text and as messages have them.
#include <net/dns/domain_name.hpp>

#include <net/dns/testing.hpp>

#include <gtest/gtest.h>

namespace flat::net::dns {
namespace {

using namespace testing;

bool is_name(std::string const& text) {
    return DomainName().parse(Text(text.data(), text.size()));
}

/// Whether there is a name at `offset`, in bytes whose end the sanitizers guard.
bool can_read(Bytes const& message, usize offset = 0) {
    return DomainName().read(span_of(message), offset);
}

TEST(NetDnsDomainName, is_labels_after_their_lengths) {
    EXPECT_EQ(bytes_of(name_of("ab.c")), (Bytes{2, 'a', 'b', 1, 'c', 0}));
    EXPECT_TRUE(name_of("ab.c") == name_of("ab.c."));
    EXPECT_TRUE(name_of("Ab.C") == name_of("aB.c"));
    EXPECT_FALSE(name_of("ab.c") == name_of("ab.cd"));
    EXPECT_TRUE(is_name("_x-1.example"));
}

TEST(NetDnsDomainName, refuses_a_text_that_is_none) {
    for (char const* const each : {"", ".", "..", ".a", "a..b", "a b", "a.b/", "a..", "\xc0\x0c"})
        EXPECT_FALSE(is_name(each)) << each;
    EXPECT_FALSE(is_name(std::string(1, '\0')));
}

TEST(NetDnsDomainName, is_never_longer_than_a_message_can_have) {
    EXPECT_TRUE(is_name(std::string(63, 'a')));
    EXPECT_FALSE(is_name(std::string(64, 'a')));
    std::string const longest = std::string(63, 'a') + "." + std::string(63, 'b') + "." +
                                std::string(63, 'c') + "." + std::string(61, 'd');
    EXPECT_EQ(name_of(longest).bytes().size(), 255u);
    EXPECT_FALSE(is_name(longest + "d"));
    EXPECT_FALSE(is_name(longest + ".d"));
    EXPECT_FALSE(is_name(std::string(100'000, 'a')));
}

TEST(NetDnsDomainName, is_read_through_pointers) {
    Bytes const message{1, 'c', 0, 2, 'a', 'B', 0xc0, 0, 1, 'x', 0xc0, 3, 9};
    DomainName name;
    usize offset = 3;
    ASSERT_TRUE(name.read(span_of(message), offset));
    EXPECT_TRUE(name == name_of("ab.c"));
    EXPECT_EQ(offset, 8u);
    ASSERT_TRUE(name.read(span_of(message), offset));
    EXPECT_TRUE(name == name_of("x.ab.c"));
    EXPECT_EQ(offset, 12u);
    offset = 2;
    ASSERT_TRUE(name.read(span_of(message), offset));
    EXPECT_EQ(bytes_of(name), Bytes{0});
}

TEST(NetDnsDomainName, refuses_pointers_that_lead_nowhere_or_for_ever) {
    EXPECT_FALSE(can_read({0xc0, 0}));
    EXPECT_FALSE(can_read({1, 'a', 0xc0, 0}));
    EXPECT_FALSE(can_read({0xc0, 2, 0xc0, 0}, 2));
    EXPECT_FALSE(can_read({0xc0, 4, 0, 0, 0}));
    EXPECT_FALSE(can_read({0xff, 0xff}));
    EXPECT_FALSE(can_read({0, 0xc0}, 1));
}

TEST(NetDnsDomainName, refuses_what_is_not_whole_or_too_long) {
    EXPECT_FALSE(can_read({}));
    EXPECT_FALSE(can_read({1}));
    EXPECT_FALSE(can_read({1, 'a'}));
    EXPECT_FALSE(can_read({3, 'a', 'b'}));
    EXPECT_FALSE(can_read({0}, 1));
    EXPECT_FALSE(can_read({0x40, 0}));
    EXPECT_FALSE(can_read({0x80, 0}));
    Bytes many;
    for (u32 i = 0; i < 127; ++i)
        many.insert(many.end(), {1, 'a'});
    Bytes more{1, 'a'};
    more.insert(more.end(), many.begin(), many.end());
    many.push_back(0);
    more.push_back(0);
    EXPECT_TRUE(can_read(many));
    EXPECT_FALSE(can_read(more));
}

} // namespace
} // namespace flat::net::dns
