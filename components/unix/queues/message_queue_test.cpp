// SPDX-License-Identifier: BSD-2-Clause
// Tests of what waits in a message queue, and who is told.
#include <unix/queues/message_queue.hpp>

#include <gtest/gtest.h>
#include <memory/testing.hpp>

#include <algorithm>
#include <deque>
#include <random>
#include <string>

namespace flat::unix::queues {
namespace {

class UnixMessageQueue : public ::testing::Test {
protected:
    ~UnixMessageQueue() override {
        while (Message* const message = queue.take())
            message->free(records);
        EXPECT_EQ(records.taken, 0u);
    }

    static Span<u8 const> bytes_in(std::string const& text) {
        return Span<u8 const>(reinterpret_cast<u8 const*>(text.data()), text.size());
    }

    bool add(std::string const& text, u32 priority) {
        Message* const message = Message::make(records, text.size(), priority);
        std::ranges::copy(text, message->bytes().begin());
        if (queue.add(*message)) return true;
        message->free(records);
        return false;
    }

    std::string take() {
        Message* const message = queue.take();
        if (!message) return "none";
        std::string const text(message->bytes().begin(), message->bytes().end());
        message->free(records);
        return text;
    }

    memory::testing::HostObjects records;
    MessageQueue queue{bytes_in("name"), {4, 16}, {}};
};

TEST_F(UnixMessageQueue, gives_the_most_urgent_first_and_equals_in_order) {
    EXPECT_TRUE(add("a", 1));
    EXPECT_TRUE(add("b", 32767));
    EXPECT_TRUE(add("c", 1));
    EXPECT_TRUE(add("", 0));
    EXPECT_EQ(take(), "b");
    EXPECT_EQ(take(), "a");
    EXPECT_EQ(take(), "c");
    EXPECT_EQ(take(), "");
    EXPECT_EQ(take(), "none");
}

TEST_F(UnixMessageQueue, holds_as_many_as_it_was_made_for) {
    for (int i = 0; i < 4; ++i)
        EXPECT_TRUE(add("m", 0));
    EXPECT_TRUE(queue.is_full());
    EXPECT_FALSE(add("m", 9));
    EXPECT_EQ(queue.count(), 4u);
    EXPECT_EQ(take(), "m");
    EXPECT_FALSE(queue.is_full());
}

TEST_F(UnixMessageQueue, has_a_name_until_that_is_removed) {
    EXPECT_TRUE(queue.is_named(bytes_in("name")));
    EXPECT_FALSE(queue.is_named(bytes_in("nam")));
    EXPECT_FALSE(queue.is_named(bytes_in("Name")));
    queue.has_name = false;
    EXPECT_FALSE(queue.is_named(bytes_in("name")));
}

TEST_F(UnixMessageQueue, tells_once_of_a_message_that_finds_it_empty) {
    queue.notice = {nullptr, 7, 10, 11};
    EXPECT_TRUE(add("a", 0));
    QueueNotice const told = queue.take_notice();
    EXPECT_EQ(told.process, 7u);
    EXPECT_EQ(told.value, 11u);
    EXPECT_EQ(queue.take_notice().process, 0u);
}

TEST_F(UnixMessageQueue, tells_of_a_message_that_nobody_waits_for) {
    queue.notice = {nullptr, 7, 10, 11};
    queue.receivers = 1;
    EXPECT_TRUE(add("for who waits", 0));
    EXPECT_EQ(queue.take_notice().process, 0u);
    EXPECT_TRUE(add("for nobody", 0));
    EXPECT_EQ(queue.take_notice().process, 7u);
}

TEST_F(UnixMessageQueue, tells_nothing_where_a_message_lies) {
    EXPECT_TRUE(add("a", 0));
    queue.notice = {nullptr, 7, 10, 11};
    EXPECT_TRUE(add("b", 0));
    EXPECT_EQ(queue.take_notice().process, 0u);
    EXPECT_EQ(queue.notice.process, 7u);
}

TEST_F(UnixMessageQueue, keeps_any_sequence_as_a_sorted_list_would) {
    std::mt19937 random(20261127);
    std::deque<std::pair<u32, std::string>> model;
    for (int step = 0; step < 4000; ++step) {
        if (random() % 2 == 0) {
            u32 const priority = random() % 3 * 16000;
            std::string const text = std::to_string(step);
            bool const is_added = add(text, priority);
            EXPECT_EQ(is_added, model.size() < 4);
            auto const place = std::ranges::find_if(
                model, [&](auto const& each) { return each.first < priority; });
            if (is_added) model.emplace(place, priority, text);
        } else {
            EXPECT_EQ(take(), model.empty() ? "none" : model.front().second);
            if (!model.empty()) model.pop_front();
        }
    }
}

} // namespace
} // namespace flat::unix::queues
