// SPDX-License-Identifier: BSD-2-Clause
// Ports for tests of what forwards frames.
#pragma once

#include <flat/router/port.hpp>
#include <net/testing.hpp>

namespace flat::router::testing {

using net::testing::Bytes;

/// A port that keeps what is sent.
class TestPort : public Port {
public:
    u64 address() override { return 0x0200'0000'0001; }
    void send(Message& frame) override {
        sent.push_back(net::testing::bytes_of(frame));
        frame.clear();
    }
    Counts counts() override { return {0, sent.size(), 0}; }

    /// What was sent since the last call.
    std::vector<Bytes> take() { return std::exchange(sent, {}); }

    std::vector<Bytes> sent;
};

/// A frame between two hosts, each a number in the last byte of its address.
inline Bytes frame(u8 destination, u8 source, Bytes const& body = {0x88, 0xb5, 1, 2, 3}) {
    using net::testing::operator+;
    return Bytes{2, 0, 0, 0, 0, destination} + Bytes{2, 0, 0, 0, 0, source} + body;
}

} // namespace flat::router::testing
