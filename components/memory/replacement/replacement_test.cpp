// SPDX-License-Identifier: BSD-2-Clause
// Tests of replacement policies, each beside a model of it.
#include <memory/replacement/clock.hpp>
#include <memory/replacement/fifo.hpp>
#include <memory/replacement/lru.hpp>

#include <algorithm>
#include <deque>
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace flat::memory::replacement {
namespace {

class TestPage final : public CachedPage {};

class SomeFifo final : public Fifo {
public:
    SomeFifo() : Fifo({}, {}) {}
};
class SomeLru final : public Lru {
public:
    SomeLru() : Lru({}, {}) {}
};
class SomeClock final : public Clock {
public:
    SomeClock() : Clock({}, {}) {}
};

enum class Kind { fifo, lru, clock };

/// Pages by their numbers, in the order in which they are looked at.
class Model {
public:
    explicit Model(Kind kind) : kind_(kind) {}

    void add(usize page) { pages_.push_back({page, false}); }
    void remove(usize page) { pages_.erase(find(page)); }
    void touch(usize page) {
        if (kind_ == Kind::clock) find(page)->second = true;
        if (kind_ != Kind::lru) return;
        remove(page);
        add(page);
    }
    usize next() {
        while (pages_.front().second) {
            add(pages_.front().first);
            pages_.pop_front();
        }
        add(pages_.front().first);
        usize const page = pages_.front().first;
        pages_.pop_front();
        return page;
    }

private:
    std::deque<std::pair<usize, bool>>::iterator find(usize page) {
        return std::find_if(pages_.begin(), pages_.end(),
                            [&](auto const& each) { return each.first == page; });
    }

    Kind kind_;
    std::deque<std::pair<usize, bool>> pages_;
};

/// Random calls, after each of which the policy names the page that the model names.
void compare(Replacement& policy, Kind kind) {
    std::mt19937 random(20260401);
    std::deque<TestPage> pages(40);
    std::vector<bool> is_in(40);
    usize count = 0;
    Model model(kind);
    for (u32 step = 0; step < 20'000; ++step) {
        usize const which = random() % pages.size();
        bool const is_there = is_in[which];
        if (random() % 3 == 0 && count != 0) {
            ASSERT_EQ(policy.next(), &pages[model.next()]) << step;
        } else if (!is_there) {
            policy.add(pages[which]);
            model.add(which);
            is_in[which] = true;
            ++count;
        } else if (random() % 3 != 0) {
            policy.touch(pages[which]);
            model.touch(which);
        } else {
            policy.remove(pages[which]);
            model.remove(which);
            is_in[which] = false;
            --count;
        }
    }
}

TEST(MemoryReplacement, fifo_names_the_page_that_came_first) {
    SomeFifo fifo;
    EXPECT_EQ(fifo.next(), nullptr);
    compare(fifo, Kind::fifo);
}

TEST(MemoryReplacement, lru_names_the_page_that_was_accessed_least_recently) {
    SomeLru lru;
    EXPECT_EQ(lru.next(), nullptr);
    compare(lru, Kind::lru);
}

TEST(MemoryReplacement, clock_names_a_page_that_was_not_accessed_since_it_was_looked_at) {
    SomeClock clock;
    EXPECT_EQ(clock.next(), nullptr);
    compare(clock, Kind::clock);
}

TEST(MemoryReplacement, a_clock_whose_pages_were_all_accessed_names_the_first) {
    SomeClock clock;
    TestPage pages[3];
    for (TestPage& each : pages) {
        clock.add(each);
        clock.touch(each);
    }
    EXPECT_EQ(clock.next(), &pages[0]);
    EXPECT_EQ(clock.next(), &pages[1]);
    clock.touch(pages[2]);
    EXPECT_EQ(clock.next(), &pages[0]);
}

} // namespace
} // namespace flat::memory::replacement
