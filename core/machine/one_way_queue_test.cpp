// SPDX-License-Identifier: BSD-2-Clause
#include <core/machine/one_way_queue.hpp>

#include <core/machine/testing.hpp>
#include <core/text.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace flat::machine {
namespace {

using testing::Counts;
using testing::Heap;
using testing::Threads;

/// What is called.
struct Server {
    explicit Server(OneWayQueue& asked) : queue(&asked) {}

    OneWayQueue* const queue;
    bool settles = false;
    std::vector<u64> numbers;
    std::string text;
    u32 depth = 0;
};

bool hear(void* object, u64 const* words) {
    auto& server = *static_cast<Server*>(object);
    server.numbers.push_back(words[0]);
    server.text.append(pointer_to<char const>(words[1]), words[2]);
    ++server.depth;
    if (server.settles) server.queue->settle();
    return words[0] != 0;
}

class OneWay : public ::testing::Test {
protected:
    ~OneWay() override { EXPECT_EQ(heap.pieces, 0u); }

    bool post(u64 number, Text text) {
        u64 const words[] = {number, address_of(text.bytes().data()), text.bytes().size()};
        u32 const places[] = {1};
        return queue.post(hear, &server, Span<u64 const>(words, 3), Span<u32 const>(places, 1));
    }

    Threads threads;
    Heap heap;
    Counts counts;
    OneWayQueue queue{threads, heap, counts};
    Server server{queue};
};

TEST_F(OneWay, MakesCallsLaterInTheirOrderWithCopiesOfTheirBuffers) {
    std::string text = "one ";
    EXPECT_TRUE(post(1, Text(text.c_str())));
    text = "gone";
    EXPECT_TRUE(post(2, ""));
    EXPECT_TRUE(post(3, "three"));
    EXPECT_TRUE(server.numbers.empty());
    queue.close();
    EXPECT_EQ(server.numbers, (std::vector<u64>{1, 2, 3}));
    EXPECT_EQ(server.text, "one three");
    EXPECT_EQ(counts.counts.delivered, 3u);
}

TEST_F(OneWay, DropsAndCountsWhatHasNoRoom) {
    std::string const text(OneWayQueue::bytes_max, 'x');
    EXPECT_FALSE(post(1, Text(text.c_str())));
    for (u32 i = 0; i < OneWayQueue::calls_max; ++i)
        EXPECT_TRUE(post(i + 1, ""));
    EXPECT_FALSE(post(1, ""));
    queue.close();
    EXPECT_FALSE(post(1, ""));
    EXPECT_EQ(server.numbers.size(), OneWayQueue::calls_max);
    EXPECT_EQ(counts.counts.dropped, 3u);
    EXPECT_EQ(counts.counts.lost, 0u);
}

TEST_F(OneWay, CountsWhatFindsNobody) {
    EXPECT_TRUE(post(0, ""));
    queue.close();
    EXPECT_EQ(counts.counts.lost, 1u);
    EXPECT_EQ(counts.counts.delivered, 0u);
}

TEST_F(OneWay, NeedsMemoryForItsThread) {
    threads.has_memory = false;
    EXPECT_FALSE(queue.open());
    EXPECT_FALSE(post(1, ""));
    EXPECT_EQ(counts.counts.dropped, 1u);
}

TEST_F(OneWay, DoesNotWaitForTheCallThatWaits) {
    server.settles = true;
    for (u64 i = 1; i <= 3; ++i)
        EXPECT_TRUE(post(i, ""));
    queue.close();
    EXPECT_EQ(server.numbers, (std::vector<u64>{1, 2, 3}));
    queue.settle();
}

} // namespace
} // namespace flat::machine
