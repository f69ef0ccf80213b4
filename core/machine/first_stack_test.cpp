// SPDX-License-Identifier: BSD-2-Clause
// Arguments on a program's first stack, and those that are refused.
#include <core/machine/first_stack.hpp>

#include <core/span.hpp>

#include <cstring>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace flat {
namespace {

constexpr vaddr address = 0x7fff'ffff'e000;

struct Page {
    std::vector<u8> bytes = std::vector<u8>(4096);

    Maybe<u64> write(std::string const& arguments) {
        auto const* const data = reinterpret_cast<u8 const*>(arguments.data());
        return write_arguments({bytes.data(), bytes.size()}, address, {data, arguments.size()});
    }
    u64 word(u64 at) const {
        u64 value;
        std::memcpy(&value, &bytes[at], sizeof value);
        return value;
    }
    std::string text(u64 pointer) const {
        return reinterpret_cast<char const*>(&bytes[pointer - address]);
    }
};

TEST(FirstStack, has_count_pointers_and_ends_as_the_abi_says) {
    Page page;
    auto const start = page.write(std::string("name\0\0last", 10) + '\0');
    ASSERT_TRUE(start);
    EXPECT_EQ(*start % 16, 0u);
    EXPECT_EQ(page.word(*start), 3u);
    EXPECT_EQ(page.text(page.word(*start + 8)), "name");
    EXPECT_EQ(page.text(page.word(*start + 16)), "");
    EXPECT_EQ(page.text(page.word(*start + 24)), "last");
    for (u64 at = *start + 32; at < *start + 64; at += 8)
        EXPECT_EQ(page.word(at), 0u);
}

TEST(FirstStack, may_have_no_arguments) {
    Page page;
    auto const start = page.write("");
    ASSERT_TRUE(start);
    EXPECT_EQ(page.word(*start), 0u);
    EXPECT_EQ(page.word(*start + 8), 0u);
}

TEST(FirstStack, refuses_arguments_without_an_end_and_those_that_do_not_fit) {
    Page page;
    EXPECT_FALSE(page.write("name"));
    for (usize size = 0; size < 5000; ++size) {
        std::string const one(size, 'a');
        auto const start = page.write(one + '\0');
        ASSERT_EQ(bool(start), size + 1 + 6 * 8 + 16 <= 4096) << size;
        ASSERT_EQ(bool(page.write(std::string(size + 1, '\0'))),
                  size + 1 + 8 * (6 + size) + 16 <= 4096)
            << size;
    }
}

TEST(FirstStack, tells_the_first_argument) {
    u8 const bytes[] = {'a', 'b', 0, 'c', 0};
    EXPECT_TRUE(first_argument({bytes, 5}) == Text("ab"));
    EXPECT_TRUE(first_argument({}).is_empty());
}

} // namespace
} // namespace flat
