// SPDX-License-Identifier: BSD-2-Clause
// Tests of open files on their way: they are closed when nobody keeps them any more, and no sooner.
#include <unix/passed_files.hpp>

#include <memory/slabs.hpp>
#include <memory/testing.hpp>
#include <unix/plain_file.hpp>

#include <gtest/gtest.h>

namespace flat::unix {
namespace {

/// Counts how often it was closed.
class Watched final : public PlainFile<Watched> {
public:
    using PlainFile::PlainFile;

    u32 poll() override { return 0; }
    void release() override { ++closed; }
    u32 closed = 0;
};

class UnixPassedFiles : public ::testing::Test {
protected:
    memory::testing::FakeFrames frames;
    memory::Slabs records{{.frames = frames}, {}};
    Watched file{records};
    OpenDescription* open = OpenDescription::make(records, file, 0);
};

TEST_F(UnixPassedFiles, what_nobody_takes_is_closed_with_the_last_who_keeps_it) {
    PassedFiles* const passed = PassedFiles::make(records);
    EXPECT_TRUE(passed->add(*open));
    EXPECT_TRUE(passed->add(*open));
    EXPECT_EQ(passed->count(), 2u);
    open->let_go(); // its sender closes it
    EXPECT_EQ(file.closed, 0u);
    passed->dispose();
    EXPECT_EQ(file.closed, 1u);
}

TEST_F(UnixPassedFiles, what_is_taken_is_the_receivers) {
    PassedFiles* const passed = PassedFiles::make(records);
    EXPECT_TRUE(passed->add(*open));
    open->let_go();
    EXPECT_EQ(passed->take(), open);
    EXPECT_EQ(passed->take(), nullptr);
    passed->dispose();
    EXPECT_EQ(file.closed, 0u);
    open->let_go();
    EXPECT_EQ(file.closed, 1u);
}

TEST_F(UnixPassedFiles, there_are_so_many_at_most) {
    PassedFiles* const passed = PassedFiles::make(records);
    for (u32 i = 0; i < PassedFiles::files_max; ++i)
        ASSERT_TRUE(passed->add(*open));
    EXPECT_FALSE(passed->add(*open)); // and is not kept once more
    passed->dispose();
    open->let_go();
    EXPECT_EQ(file.closed, 1u);
}

} // namespace
} // namespace flat::unix
