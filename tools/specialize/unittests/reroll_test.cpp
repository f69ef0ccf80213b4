// SPDX-License-Identifier: BSD-2-Clause
#include "module_text.hpp"

#include <specialize/engine/reroll.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>

namespace specialize {
namespace {

/// Turns that copy 32-bit numbers from %q to %p, swapped, as if each had been followed.
std::string iterations(unsigned count, unsigned from_step, unsigned to_step, int odd_one = -1) {
    std::string text = "declare i32 @llvm.bswap.i32(i32)\n"
                       "define void @f(ptr %p, ptr %q) {\n";
    for (unsigned i = 0; i < count; ++i) {
        std::string const n = std::to_string(i);
        text += "%a" + n + " = getelementptr i8, ptr %q, i64 " + std::to_string(i * from_step);
        text += "\n%v" + n + " = load i32, ptr %a" + n + ", align 4\n";
        bool const is_odd = static_cast<int>(i) == odd_one;
        text += "%s" + n +
                (is_odd ? " = xor i32 %v" + n + ", 1\n"
                        : " = call i32 @llvm.bswap.i32(i32 %v" + n + ")\n");
        text += "%b" + n + " = getelementptr i8, ptr %p, i64 " + std::to_string(i * to_step);
        text += "\nstore i32 %s" + n + ", ptr %b" + n + ", align 4\n";
    }
    return text + "ret void\n}\n";
}

std::size_t stores_in(std::string const& text) {
    std::size_t found = 0;
    for (auto at = text.find("store"); at != std::string::npos; at = text.find("store", at + 1))
        ++found;
    return found;
}

/// How many stores are left; what they write to separate and to overlapping arrays is the same.
std::size_t stores_after(std::string const& source, bool expected) {
    ModuleText text(source);
    EXPECT_EQ(reroll(text.function("f")), expected);
    EXPECT_TRUE(text.is_sound());
    std::size_t const left = stores_in(text.printed("f"));
    LoadedProgram before{ModuleText(source)};
    LoadedProgram after{std::move(text)};
    for (unsigned const distance : {0U, 4U, 16U, 512U}) {
        uint8_t one[1024];
        for (unsigned i = 0; i < sizeof one; ++i)
            one[i] = static_cast<uint8_t>(i * 7);
        uint8_t two[1024];
        std::memcpy(two, one, sizeof one);
        using Copier = void(void*, void*);
        before.function<Copier>("f")(one + distance, one);
        after.function<Copier>("f")(two + distance, two);
        EXPECT_EQ(std::memcmp(one, two, sizeof one), 0) << distance;
    }
    return left;
}

TEST(Reroll, iterations_that_differ_in_positions_become_a_loop) {
    EXPECT_EQ(stores_after(iterations(100, 4, 4), true), 1U);
    EXPECT_EQ(stores_after(iterations(40, 12, 8), true), 1U);
}

TEST(Reroll, few_iterations_stay) {
    EXPECT_EQ(stores_after(iterations(7, 4, 4), false), 7U);
}

TEST(Reroll, a_turn_that_differs_stays_between_two_loops) {
    EXPECT_EQ(stores_after(iterations(41, 4, 4, 20), true), 3U);
}

TEST(Reroll, iterations_of_several_stores_are_found) {
    std::string source = "define void @f(ptr %p, ptr %q) {\n";
    for (unsigned i = 0; i < 20; ++i) {
        std::string const n = std::to_string(i);
        source += "%a" + n + " = getelementptr i8, ptr %p, i64 " + std::to_string(i * 8) + "\n";
        source += "store i32 " + std::to_string(i * 3) + ", ptr %a" + n + "\n";
        source += "%b" + n + " = getelementptr i8, ptr %p, i64 " + std::to_string(i * 8 + 4) + "\n";
        source += "store i16 77, ptr %b" + n + "\n";
    }
    EXPECT_EQ(stores_after(source + "ret void\n}\n", true), 2U);
}

TEST(Reroll, a_call_in_between_ends_a_run) {
    std::string source = "declare void @g()\ndefine void @f(ptr %p) {\n";
    for (unsigned i = 0; i < 20; ++i) {
        std::string const n = std::to_string(i);
        source += "%a" + n + " = getelementptr i8, ptr %p, i64 " + std::to_string(i * 4) + "\n";
        source += "store i32 5, ptr %a" + n + "\ncall void @g()\n";
    }
    ModuleText text(source + "ret void\n}\n");
    EXPECT_FALSE(reroll(text.function("f")));
}

} // namespace
} // namespace specialize
