// SPDX-License-Identifier: BSD-2-Clause
// What tests of TCP's state machine share: a partner whose segments the test writes.
#pragma once

#include <net/tcp/connection.hpp>
#include <net/testing.hpp>

#include <gtest/gtest.h>

namespace flat::net::tcp::testing {

using namespace net::testing;
using State = Connection::State;

constexpr Connection::Settings usual{1460, 65536, 65536, 0};

struct Sent {
    Segment segment;
    Bytes data;
};

/// Keeps what is sent.
class Record : public Connection::Output {
public:
    void send(Segment& segment, Message& data) override {
        EXPECT_EQ(segment.data_bytes, data.size());
        sent.push_back({segment, bytes_of(data)});
        data.clear();
    }
    std::vector<Sent> take() { return std::exchange(sent, {}); }
    Sent only() {
        auto const all = take();
        EXPECT_EQ(all.size(), 1u);
        return all.empty() ? Sent{} : all.front();
    }
    std::vector<Sent> sent;
};

/// A partner whose segments the test writes.
class ConnectionScript : public ::testing::Test {
protected:
    static constexpr u32 ours = 1000, theirs = 5000;

    Segment segment(u8 flags, u32 sequence, u32 acknowledgement, u16 window = 65535) {
        Segment made;
        made.flags = flags;
        made.sequence = sequence;
        made.acknowledgement = acknowledgement;
        made.window = window;
        return made;
    }
    void arrive(Segment made, Bytes const& bytes = {}) {
        Message data = buffers.message(bytes);
        made.data_bytes = static_cast<u32>(bytes.size());
        connection.arrived(made, data, now, out);
    }
    bool send(Bytes const& bytes) {
        Message data = buffers.message(bytes);
        return connection.send(data, now, out).is_ok();
    }
    Bytes receive(u32 bytes = 100000) {
        Message data(buffers.pool());
        connection.receive(bytes, data, now, out);
        return bytes_of(data);
    }
    void connect(u16 window = 65535, u16 mss = 1460, bool may_select = false) {
        connection.open(ours, now, out);
        Segment answer = segment(Segment::syn | Segment::ack, theirs, ours + 1, window);
        answer.mss = mss;
        answer.may_select = may_select;
        out.take();
        arrive(answer);
        EXPECT_EQ(out.only().segment.acknowledgement, theirs + 1);
        EXPECT_EQ(connection.state(), State::established);
    }
    /// The first is acknowledged, and so many full segments that follow have come early.
    void acknowledge(u32 segments, std::vector<Range> const& early) {
        Segment made = segment(Segment::ack, theirs + 1, ours + 1 + 1460 * segments);
        for (Range const& each : early)
            made.selected[made.selected_count++] = {ours + 1 + 1460 * each.begin,
                                                    ours + 1 + 1460 * each.end};
        arrive(made);
    }
    /// Which of the full segments were sent since the last call.
    std::vector<u32> taken_segments() {
        std::vector<u32> numbers;
        for (Sent const& each : out.take())
            numbers.push_back((each.segment.sequence - ours - 1) / 1460);
        return numbers;
    }
    void pass(u64 us) {
        for (u64 const end = now + us;;) {
            u64 const due = connection.due_us();
            if (due > end) {
                now = end;
                return;
            }
            now = std::max(now, due);
            connection.expired(now, out);
        }
    }

    TestBuffers buffers{256};
    Record out;
    u64 now = 1'000'000;
    Connection connection{buffers.pool(), usual};
};

} // namespace flat::net::tcp::testing
