// SPDX-License-Identifier: BSD-2-Clause
// Instructions for ports, as assemblers encode them, and others.
#include <x86_64/port_access.hpp>

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

namespace flat::arch {
namespace {

constexpr u16 dx = 0x3f8;

Maybe<PortAccess> decode(std::vector<u8> const& code) {
    return port_access({code.data(), code.size()}, dx);
}

void expect(std::vector<u8> const& code, u32 first, u32 count) {
    auto const access = decode(code);
    ASSERT_TRUE(access.has_value());
    EXPECT_EQ(access->first, first);
    EXPECT_EQ(access->count, count);
}

TEST(PortAccess, of_ports_in_dx) {
    expect({0xec}, dx, 1);
    expect({0xee}, dx, 1);
    expect({0xed}, dx, 4);
    expect({0xef}, dx, 4);
    expect({0x66, 0xed}, dx, 2);
    expect({0x66, 0xef}, dx, 2);
}

TEST(PortAccess, of_ports_in_the_instruction) {
    expect({0xe4, 0x60}, 0x60, 1);
    expect({0xe6, 0x80}, 0x80, 1);
    expect({0xe5, 0xff}, 0xff, 4);
    expect({0x66, 0xe7, 0x40}, 0x40, 2);
}

TEST(PortAccess, of_strings_with_prefixes) {
    expect({0xf3, 0x6c}, dx, 1);
    expect({0xf3, 0x6f}, dx, 4);
    expect({0xf3, 0x66, 0x6d}, dx, 2);
    expect({0x66, 0xf3, 0x48, 0x6f}, dx, 2);
    expect({0x67, 0x64, 0x6e}, dx, 1);
}

TEST(PortAccess, says_nothing_of_other_instructions_and_parts_of_some) {
    EXPECT_FALSE(decode({}).has_value());
    EXPECT_FALSE(decode({0xe4}).has_value());
    EXPECT_FALSE(decode({0x66}).has_value());
    EXPECT_FALSE(decode({0xfa}).has_value());       // cli
    EXPECT_FALSE(decode({0xf4}).has_value());       // hlt
    EXPECT_FALSE(decode({0x0f, 0x32}).has_value()); // rdmsr
    EXPECT_FALSE(decode({0x8e, 0xe8}).has_value()); // movl %eax, %gs
}

TEST(PortAccess, is_not_found_beyond_the_longest_instruction) {
    std::vector<u8> code(instruction_bytes_max - 1, 0x66);
    code.push_back(0xec);
    EXPECT_TRUE(decode(code).has_value());
    code.insert(code.begin(), 0x66);
    EXPECT_FALSE(decode(code).has_value());
}

TEST(PortAccess, of_any_bytes_stays_within_them_and_within_what_there_is) {
    std::minstd_rand random(4);
    std::vector<u8> const frequent{0x66, 0xf3, 0x48, 0xe4, 0xe7, 0x6d, 0xec, 0xef, 0x67};
    for (u32 round = 0; round < 100'000; ++round) {
        std::vector<u8> code(random() % 20);
        for (u8& byte : code)
            byte = random() % 2 ? frequent[random() % frequent.size()] : u8(random());
        auto const access = decode(code);
        if (!access) continue;
        EXPECT_TRUE(access->first == dx || access->first <= 0xff);
        EXPECT_TRUE((std::set<u32>{1, 2, 4}.contains(access->count)));
    }
}

} // namespace
} // namespace flat::arch
