// SPDX-License-Identifier: BSD-2-Clause
// Tests of queues whose messages are received by types.
#include <unix/ipc/typed_queue.hpp>

#include <memory/slabs.hpp>
#include <memory/testing.hpp>

#include <gtest/gtest.h>

namespace flat::unix::ipc {
namespace {

class UnixTypedQueue : public ::testing::Test {
protected:
    ~UnixTypedQueue() override {
        while (TypedMessage* const each = queue.messages.pop_front())
            each->free(records);
    }

    void add(i64 type, u64 bytes) { queue.add(*TypedMessage::make(records, type, bytes)); }
    /// The size of the message that is wanted, which is taken; 0 for none.
    u64 take(i64 type, bool is_others = false) {
        TypedMessage* const found = queue.find({type, is_others});
        if (!found) return 0;
        u64 const size = found->size();
        queue.take(*found);
        found->free(records);
        return size;
    }

    memory::testing::FakeFrames frames;
    memory::Slabs records{{.frames = frames}, {}};
    TypedQueue queue;
};

TEST_F(UnixTypedQueue, messages_are_found_by_type) {
    add(5, 1);
    add(3, 2);
    add(5, 3);
    add(4, 4);
    add(3, 5);
    EXPECT_EQ(take(7), 0u);
    EXPECT_EQ(take(5), 1u);
    EXPECT_EQ(take(3, true), 3u);
    EXPECT_EQ(take(-2), 0u);
    EXPECT_EQ(take(-4), 2u);
    EXPECT_EQ(take(-4), 5u);
    EXPECT_EQ(take(0), 4u);
    EXPECT_EQ(take(0), 0u);
}

TEST_F(UnixTypedQueue, there_is_room_for_so_many_bytes_and_messages) {
    queue.bytes_max = 10;
    EXPECT_FALSE(queue.has_room(11));
    add(1, 6);
    EXPECT_TRUE(queue.has_room(4));
    EXPECT_FALSE(queue.has_room(5));
    for (u32 i = 1; i < 10; ++i)
        add(1, 0);
    EXPECT_FALSE(queue.has_room(0));
    EXPECT_EQ(take(0), 6u);
    EXPECT_TRUE(queue.has_room(10));
}

} // namespace
} // namespace flat::unix::ipc
