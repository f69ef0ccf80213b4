// SPDX-License-Identifier: BSD-2-Clause
// Tests of files on their way: what nobody can receive is closed, and nothing else.
#include <unix/sockets/files_in_flight.hpp>

#include <memory/slabs.hpp>
#include <memory/testing.hpp>
#include <unix/plain_file.hpp>

#include <algorithm>
#include <deque>
#include <gtest/gtest.h>
#include <random>

namespace flat::unix::sockets {
namespace {

struct Shared {
    memory::Objects& records;
    FilesInFlight flight;
    DroppedFiles dropped;
};

/// A socket as far as files in flight go: what it has received is dropped when it is closed.
class Box final : public PlainFile<Box>, public Passable {
public:
    static constexpr Sort sort = Sort::socket;
    static constexpr InterfaceId interface_id = InterfaceId::of("flat.unix.sockets.Box");

    explicit Box(Shared& shared) : PlainFile(shared.records), shared_(shared) {}

    u32 poll() override { return 0; }
    void release() override {
        is_closed = true;
        while (PassedFiles* const files = received.pop_front()) {
            shared_.flight.leave(*files);
            shared_.dropped.add(*files);
        }
        shared_.dropped.close_all();
    }
    void show(Visitor& visitor) override { visitor.visit(received); }
    void* narrow(InterfaceId id) override {
        return id == Passable::interface_id ? static_cast<Passable*>(this) : nullptr;
    }

    void receive(OpenDescription& file) {
        PassedFiles* const files = PassedFiles::make(shared_.records);
        ASSERT_TRUE(files->add(file));
        shared_.flight.enter(*files);
        received.push_back(*files);
    }

    bool is_closed = false;
    MessageRing::Passed received;

private:
    Shared& shared_;
};

class UnixFilesInFlight : public ::testing::Test {
protected:
    /// A box that the test keeps open.
    u32 make() {
        boxes.emplace_back(shared);
        open.push_back(OpenDescription::make(records, boxes.back(), 0));
        return static_cast<u32>(boxes.size() - 1);
    }
    void send(u32 what, u32 to) { boxes[to].receive(*open[what]); }
    void close(u32 which) { exchange(open[which], nullptr)->let_go(); }
    void collect() { shared.flight.collect(shared.dropped); }

    memory::testing::FakeFrames frames;
    memory::Slabs records{{.frames = frames}, {}};
    Shared shared{records, {}, {}};
    std::deque<Box> boxes;
    std::deque<OpenDescription*> open;
};

TEST_F(UnixFilesInFlight, a_socket_that_waits_in_itself_is_closed) {
    u32 const box = make();
    send(box, box);
    collect();
    EXPECT_FALSE(boxes[box].is_closed); // it is open elsewhere
    close(box);
    EXPECT_FALSE(boxes[box].is_closed); // which nobody notices
    EXPECT_EQ(shared.flight.count(), 1u);
    collect();
    EXPECT_TRUE(boxes[box].is_closed);
    EXPECT_EQ(shared.flight.count(), 0u);
}

TEST_F(UnixFilesInFlight, a_ring_stays_while_one_of_it_can_be_received) {
    u32 const first = make(), second = make(), outer = make();
    send(first, second);
    send(second, first);
    send(first, outer);
    close(first);
    close(second);
    collect();
    EXPECT_FALSE(boxes[first].is_closed);
    EXPECT_FALSE(boxes[second].is_closed);
    close(outer);
    collect();
    EXPECT_TRUE(boxes[first].is_closed);
    EXPECT_TRUE(boxes[second].is_closed);
    EXPECT_EQ(shared.flight.count(), 0u);
}

TEST_F(UnixFilesInFlight, there_are_so_many_at_most) {
    u32 const box = make();
    while (shared.flight.has_room(1))
        send(box, box);
    EXPECT_EQ(shared.flight.count(), FilesInFlight::files_max);
    EXPECT_FALSE(shared.flight.has_room(1));
    close(box);
    collect();
    EXPECT_TRUE(shared.flight.has_room(FilesInFlight::files_max));
}

/// Which boxes are to stay open: those that the test keeps, and what waits in those.
std::deque<bool> reachable(std::deque<OpenDescription*> const& open,
                           std::deque<std::pair<u32, u32>> const& sent) {
    std::deque<bool> found;
    for (OpenDescription const* each : open)
        found.push_back(each != nullptr);
    for (bool has_grown = true; has_grown;) {
        has_grown = false;
        for (auto const& [what, to] : sent)
            if (found[to] && !exchange(found[what], true)) has_grown = true;
    }
    return found;
}

TEST_F(UnixFilesInFlight, random_graphs_are_collected_as_a_search_says) {
    std::mt19937 random(7);
    for (u32 round = 0; round < 300; ++round) {
        boxes.clear();
        open.clear();
        std::deque<std::pair<u32, u32>> sent;
        u32 const count = 1 + random() % 8;
        for (u32 i = 0; i < count; ++i)
            make();
        for (u32 i = random() % (2 * count); i > 0; --i) {
            sent.emplace_back(random() % count, random() % count);
            send(sent.back().first, sent.back().second);
        }
        for (u32 i = 0; i < count; ++i)
            if (random() % 3 != 0) close(i);
        collect();
        auto const expected = reachable(open, sent);
        for (u32 i = 0; i < count; ++i)
            ASSERT_EQ(boxes[i].is_closed, !expected[i]) << "box " << i << " of round " << round;
        for (u32 i = 0; i < count; ++i)
            if (open[i]) close(i);
        collect();
        ASSERT_EQ(shared.flight.count(), 0u);
    }
}

} // namespace
} // namespace flat::unix::sockets
