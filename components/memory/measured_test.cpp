// SPDX-License-Identifier: BSD-2-Clause
// Tests of the allocator whose pieces remember their size.
#include <memory/measured.hpp>

#include <memory/slabs.hpp>
#include <memory/testing.hpp>

#include <gtest/gtest.h>
#include <vector>

namespace flat::memory {
namespace {

using domain::line_size;

class MemoryMeasured : public ::testing::Test {
protected:
    testing::FakeFrames frames{64 << 20};
    Slabs slabs{{.frames = frames}, {}};
    Measured measured{{.objects = slabs}, {}};

    MemoryError::Code error(usize bytes, usize alignment) {
        return measured.allocate(bytes, alignment).error().code;
    }
};

TEST_F(MemoryMeasured, pieces_keep_what_is_written_and_give_all_back) {
    for (int round = 0; round < 2; ++round) {
        std::vector<std::pair<vaddr, usize>> taken;
        for (usize bytes = 1; bytes < 100'000; bytes += bytes / 5 + 1) {
            vaddr const address = measured.allocate(bytes, line_size).value();
            EXPECT_EQ(address % line_size, 0u);
            memset(pointer_to<u8>(address), static_cast<int>(bytes), bytes);
            taken.emplace_back(address, bytes);
        }
        for (auto const& [address, bytes] : taken) {
            auto const* const piece = pointer_to<u8>(address);
            for (usize i = 0; i < bytes; ++i)
                ASSERT_EQ(piece[i], static_cast<u8>(bytes)) << bytes;
            measured.free(address);
        }
        static u64 after_first;
        if (round == 0) after_first = frames.taken_bytes();
        EXPECT_EQ(frames.taken_bytes(), after_first);
    }
}

TEST_F(MemoryMeasured, what_it_cannot_have_is_refused) {
    EXPECT_EQ(error(0, 1), MemoryError::Code::invalid);
    EXPECT_EQ(error(8, 3), MemoryError::Code::invalid);
    EXPECT_EQ(error(8, 2 * line_size), MemoryError::Code::invalid);
    EXPECT_EQ(error(~usize{0}, 1), MemoryError::Code::invalid);
    EXPECT_EQ(error(128 << 20, 1), MemoryError::Code::out_of_memory);
}

TEST_F(MemoryMeasured, nothing_is_given_back_at_0) {
    measured.free(0);
    EXPECT_EQ(frames.taken_bytes(), 0u);
}

} // namespace
} // namespace flat::memory
