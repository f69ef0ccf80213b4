// SPDX-License-Identifier: BSD-2-Clause
// Tests of files of levels that are right, damaged, or something else.
#include <doom/wad.hpp>

#include <cstring>
#include <gtest/gtest.h>
#include <random>
#include <string>
#include <vector>

namespace flat::doom {
namespace {

/// One with two lumps, of 5 and 0 bytes.
std::vector<u8> good_wad() {
    std::string const text = "IWAD" + std::string("\2\0\0\0", 4) + std::string("\21\0\0\0", 4) +
                             "lump!" + std::string("\14\0\0\0\5\0\0\0", 8) + "LUMP\0\0\0\0" +
                             std::string(4, '\0') + std::string("\21\0\0\0\0\0\0\0", 8) +
                             "EMPTYONE";
    return {text.begin(), text.end()};
}

std::string problem(std::vector<u8> const& file, Text kind = wad_kind) {
    Text const text = problem_of_wad({file.data(), file.size()}, kind);
    return {text.data(), text.size()};
}

TEST(Wad, that_is_whole_has_no_problem) {
    EXPECT_EQ(good_wad().size(), 49u);
    EXPECT_EQ(problem(good_wad()), "");
}

TEST(Wad, that_is_missing_or_something_else_is_told) {
    EXPECT_EQ(problem({}), "there is no WAD");
    EXPECT_EQ(problem({'I', 'W', 'A', 'D'}), "the file is no WAD with a whole game");
    auto of_patches = good_wad();
    of_patches[0] = 'P';
    EXPECT_EQ(problem(of_patches), "the file is no WAD with a whole game");
    EXPECT_EQ(problem(of_patches, patch_kind), "");
    EXPECT_EQ(problem(good_wad(), patch_kind), "the file is no WAD with parts of a game");
}

TEST(Wad, of_which_a_part_is_missing_is_told_wherever_it_ends) {
    auto const whole = good_wad();
    for (usize size = 12; size < whole.size(); ++size)
        EXPECT_EQ(problem({whole.begin(), whole.begin() + long(size)}), "the WAD is incomplete")
            << size;
}

TEST(Wad, whose_directory_names_what_is_outside_is_told) {
    for (usize const at : {20u, 24u, 36u, 40u}) {
        auto wrong = good_wad();
        std::memset(wrong.data() + at - 3, 0xff, 4);
        EXPECT_NE(problem(wrong), "") << at;
    }
    auto large = good_wad();
    large[7] = 0xff; // lumps
    EXPECT_EQ(problem(large), "the WAD is incomplete");
}

/// Under sanitizers, which see whether it reads outside.
TEST(Wad, of_any_bytes_is_read_within_its_bounds) {
    std::mt19937 random(1);
    for (u32 i = 0; i < 20'000; ++i) {
        auto file = good_wad();
        for (u32 changes = random() % 4; changes > 0; --changes)
            file[random() % file.size()] = u8(random());
        file.resize(random() % (file.size() + 1));
        (void)problem(std::vector<u8>(file));
    }
}

} // namespace
} // namespace flat::doom
