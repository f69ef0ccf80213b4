// SPDX-License-Identifier: BSD-2-Clause
// Tests of open files on their way: they are closed when nobody keeps them any more, and no sooner.
#include <unix/passed_files.hpp>

#include <memory/slabs.hpp>
#include <memory/testing.hpp>
#include <unix/plain_file.hpp>
#include <unix/sockets/dropped_files.hpp>

#include <deque>
#include <gtest/gtest.h>

namespace flat::unix {
namespace {

/// Counts how often it was closed.
class Watched final : public PlainFile<Watched> {
public:
    static constexpr Sort sort = Sort::socket;
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

/// As a socket that has received files: they are dropped when it is closed.
class Queue final : public PlainFile<Queue> {
public:
    static constexpr Sort sort = Sort::socket;
    Queue(memory::Objects& records, sockets::DroppedFiles& dropped)
        : PlainFile(records), dropped_(dropped) {}

    u32 poll() override { return 0; }
    void release() override {
        ++closed;
        deepest = max(deepest, ++depth);
        if (waiting) dropped_.add(*exchange(waiting, nullptr));
        dropped_.close_all();
        --depth;
    }
    PassedFiles* waiting = nullptr;
    static inline u32 closed = 0;
    static inline u32 deepest = 0;

private:
    static inline u32 depth = 0;

    sockets::DroppedFiles& dropped_;
};

TEST_F(UnixPassedFiles, sockets_that_wait_in_sockets_are_closed_without_the_stack_growing) {
    constexpr u32 count = 100;
    sockets::DroppedFiles dropped;
    std::deque<Queue> queues;
    OpenDescription* inner = open;
    for (u32 i = 0; i < count; ++i) {
        Queue& queue = queues.emplace_back(records, dropped);
        queue.waiting = PassedFiles::make(records);
        ASSERT_TRUE(queue.waiting->add(*inner));
        inner->let_go();
        inner = OpenDescription::make(records, queue, 0);
    }
    inner->let_go();
    EXPECT_EQ(Queue::closed, count);
    EXPECT_EQ(Queue::deepest, 2u);
    EXPECT_EQ(file.closed, 1u);
}

} // namespace
} // namespace flat::unix
