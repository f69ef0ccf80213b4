// SPDX-License-Identifier: BSD-2-Clause
#include "module_text.hpp"

#include <specialize/engine/join_bytes.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>

namespace specialize {
namespace {

/// Stores of the bytes of %n: `order[i]` is the byte that goes to p + i; -1 skips a place.
std::string stores(std::initializer_list<int> order, std::string const& between = "") {
    std::string text = "define void @f(ptr %p, i32 %n, ptr %q) {\n";
    int place = 0;
    for (int const byte : order) {
        std::string const i = std::to_string(place++);
        if (byte < 0) continue;
        text += "%s" + i + " = lshr i32 %n, " + std::to_string(byte * 8) + "\n";
        text += "%b" + i + " = trunc i32 %s" + i + " to i8\n";
        text += "%a" + i + " = getelementptr i8, ptr %p, i64 " + i + "\n";
        text += "store i8 %b" + i + ", ptr %a" + i + "\n";
        if (place == 2) text += between;
    }
    return text + "ret void\n}\n";
}

std::size_t count(std::string const& text, std::string const& word) {
    std::size_t found = 0;
    for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
        ++found;
    return found;
}

/// Joins, and checks that the function still writes the same bytes.
std::string joined(std::string const& source) {
    ModuleText text(source);
    join_bytes(text.function("f"));
    EXPECT_TRUE(text.is_sound());
    std::string const printed = text.printed("f");
    uint8_t before[16] = {};
    uint8_t after[16] = {};
    uint32_t other[2] = {};
    using Writer = void(void*, uint32_t, void*);
    LoadedProgram(ModuleText(source)).function<Writer>("f")(before, 0x11223344, other);
    LoadedProgram(std::move(text)).function<Writer>("f")(after, 0x11223344, other);
    EXPECT_EQ(std::memcmp(before, after, sizeof before), 0);
    return printed;
}

TEST(JoinBytes, big_endian_bytes_become_one_swapped_store) {
    std::string const text = joined(stores({3, 2, 1, 0}));
    EXPECT_EQ(count(text, "store"), 1U);
    EXPECT_EQ(count(text, "bswap"), 1U);
}

TEST(JoinBytes, little_endian_bytes_become_one_store) {
    std::string const text = joined(stores({0, 1, 2, 3}));
    EXPECT_EQ(count(text, "store"), 1U);
    EXPECT_EQ(count(text, "bswap"), 0U);
}

TEST(JoinBytes, other_orders_stay_as_they_are) {
    EXPECT_EQ(count(joined(stores({2, 0, 3, 1})), "store"), 4U);
}

TEST(JoinBytes, a_gap_is_not_written) {
    EXPECT_EQ(count(joined(stores({1, 0, -1, 3, 2})), "store"), 2U);
}

TEST(JoinBytes, a_read_in_between_sees_what_was_stored_before) {
    std::string const text = joined(stores({3, 2, 1, 0}, "%r = load i16, ptr %p\n"
                                                         "store i16 %r, ptr %q\n"));
    EXPECT_EQ(count(text, "store i16"), 3U);
}

} // namespace
} // namespace specialize
