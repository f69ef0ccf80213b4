// SPDX-License-Identifier: BSD-2-Clause
// Tests of names of sockets within the system.
#include <unix/sockets/local_name.hpp>

#include <gtest/gtest.h>
#include <optional>
#include <vector>

namespace flat::unix::sockets {
namespace {

std::optional<LocalName> read(std::vector<u8> const& bytes) {
    LocalName name;
    return name.read({bytes.data(), bytes.size()}) ? std::optional(name) : std::nullopt;
}

TEST(UnixLocalName, a_path_ends_with_its_first_zero_or_its_last_byte) {
    auto const open = read({1, 0, '/', 'a'});
    auto const ended = read({1, 0, '/', 'a', 0});
    auto const more = read({1, 0, '/', 'a', 0, 'x', 'y'});
    ASSERT_TRUE(open && ended && more);
    EXPECT_TRUE(open->is_path());
    EXPECT_EQ(open->bytes().size(), 5u);
    EXPECT_TRUE(*open == *ended);
    EXPECT_TRUE(*ended == *more);
    EXPECT_FALSE(*open == *read({1, 0, '/', 'b', 0}));
}

TEST(UnixLocalName, abstract_names_are_any_bytes_and_all_of_them_count) {
    auto const name = read({1, 0, 0, 'a', 0});
    ASSERT_TRUE(name);
    EXPECT_FALSE(name->is_path());
    EXPECT_FALSE(name->is_empty());
    EXPECT_EQ(name->bytes().size(), 5u);
    EXPECT_FALSE(*name == *read({1, 0, 0, 'a'}));
}

TEST(UnixLocalName, the_longest_path_has_its_zero_after_the_address) {
    std::vector<u8> bytes(LocalName::bytes_max, 'x');
    bytes[0] = 1;
    bytes[1] = 0;
    auto const name = read(bytes);
    ASSERT_TRUE(name);
    EXPECT_EQ(name->bytes().size(), LocalName::bytes_max + 1);
    EXPECT_EQ(name->bytes()[LocalName::bytes_max], 0);
    bytes.push_back('x');
    EXPECT_FALSE(read(bytes));
}

TEST(UnixLocalName, what_is_no_address_of_the_family_is_none) {
    EXPECT_FALSE(read({}));
    EXPECT_FALSE(read({1}));
    EXPECT_FALSE(read({2, 0, '/'}));
    EXPECT_FALSE(read({1, 1, '/'}));
    EXPECT_TRUE(read({1, 0})->is_empty());
    EXPECT_TRUE(LocalName().is_empty());
}

TEST(UnixLocalName, a_name_that_is_chosen_is_abstract_and_has_five_digits) {
    LocalName name;
    name.choose(0x12a'b0c);
    EXPECT_TRUE(name == *read({1, 0, 0, '2', 'a', 'b', '0', 'c'}));
    EXPECT_FALSE(name.is_path());
}

} // namespace
} // namespace flat::unix::sockets
