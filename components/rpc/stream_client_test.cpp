// SPDX-License-Identifier: BSD-2-Clause
// Tests of calls on a connection: records, replies, and what ends the connection.
#include <rpc/stream_client.hpp>

#include <rpc/auth_none.hpp>
#include <rpc/bench_client.x.hpp>
#include <rpc/testing.hpp>

#include <gtest/gtest.h>

namespace flat::rpc {
namespace {

using testing::Bytes;
using testing::joined;
using testing::words;

constexpr net::Endpoint server{0x7f000001, 4000};
constexpr u32 last = 0x80000000;
constexpr u64 ms = 1'000'000;

/// Words as one record.
Bytes record(std::vector<u32> const& numbers) {
    return joined(words({last | static_cast<u32>(4 * numbers.size())}), words(numbers));
}

class RpcStreamClient : public ::testing::Test {
protected:
    Result<i32, RpcError> call(u64 timeout_ns = 1000 * ms) {
        return bench::min_1(client, {7, 4}, timeout_ns);
    }

    /// Calls, and the server answers so.
    RpcError error_of(Bytes const& reply) {
        sockets.receive_later(reply);
        return call().error();
    }

    static Bytes encoded_call(u32 transaction) {
        return record({transaction, 0, 2, bench::bench_program, 1, 1, 0, 0, 0, 0, 7, 4});
    }

    AuthNone auth{{}, {}};
    testing::FakeSockets sockets;
    testing::FakeAllocator allocator;
    StreamClient client{{.auth = auth, .sockets = sockets, .allocator = allocator},
                        {.program = bench::bench_program,
                         .version = bench::bench_version,
                         .port = server.port,
                         .fragment_bytes = 100,
                         .record_bytes = 1000,
                         .transaction = 40}};
};

TEST_F(RpcStreamClient, a_call_is_a_record_and_so_is_its_reply) {
    sockets.receive_later(record({41, 1, 0, 0, 0, 0, 4}));
    EXPECT_EQ(call().value(), 4);
    EXPECT_EQ(sockets.stream, encoded_call(41));
    EXPECT_EQ(sockets.connected, (std::vector<net::Endpoint>{server}));
}

TEST_F(RpcStreamClient, all_calls_have_one_connection) {
    for (u32 const transaction : {41u, 42u}) {
        sockets.receive_later(record({transaction, 1, 0, 0, 0, 0, 4}));
        EXPECT_TRUE(call().is_ok());
    }
    EXPECT_EQ(sockets.stream, joined(encoded_call(41), encoded_call(42)));
    EXPECT_EQ(sockets.connected.size(), 1u);
    EXPECT_TRUE(sockets.closed.empty());
}

TEST_F(RpcStreamClient, bytes_are_sent_and_received_in_whatever_pieces) {
    sockets.send_max = 3;
    for (u8 const byte : record({41, 1, 0, 0, 0, 0, 4}))
        sockets.receive_later({byte});
    EXPECT_EQ(call().value(), 4);
    EXPECT_EQ(sockets.stream, encoded_call(41));
}

TEST_F(RpcStreamClient, long_arguments_are_sent_in_fragments) {
    i32 values[40] = {};
    bench::Numbers numbers{values, 40}, result{values, 0};
    sockets.receive_later(record({41, 1, 0, 0, 0, 0, 0}));
    ASSERT_TRUE(bench::echo_1(client, numbers, result, ms).is_ok());
    EXPECT_EQ(sockets.stream.size(), 40u + 4 + 160 + 3 * 4); // header, count, numbers, fragments
    EXPECT_EQ(Bytes(sockets.stream.begin(), sockets.stream.begin() + 4), words({96}));
    EXPECT_EQ(Bytes(sockets.stream.begin() + 100, sockets.stream.begin() + 104), words({96}));
    EXPECT_EQ(result.count, 0u);
}

TEST_F(RpcStreamClient, replies_to_calls_that_were_only_sent_are_skipped) {
    EXPECT_EQ(call(0).error(), RpcError{RpcError::timed_out});
    EXPECT_TRUE(sockets.waits.empty());
    sockets.receive_later(joined(record({41, 1, 0, 0, 0, 0, 9}), record({42, 1, 0, 0, 0, 0, 4})));
    EXPECT_EQ(call().value(), 4);
    EXPECT_EQ(sockets.connected.size(), 1u);
}

TEST_F(RpcStreamClient, records_that_answer_nothing_are_skipped) {
    sockets.receive_later(joined(record({}), record({7}), record({41, 1, 0, 0, 0, 0, 4})));
    EXPECT_EQ(call().value(), 4);
}

TEST_F(RpcStreamClient, what_the_server_says_is_told_and_the_connection_kept) {
    EXPECT_EQ(error_of(record({41, 1, 0, 0, 0, 1})), RpcError{RpcError::program_unavailable});
    EXPECT_EQ(error_of(record({42, 1, 0, 0, 0, 2, 3, 4})), RpcError{RpcError::program_mismatch});
    EXPECT_EQ(client.details(), (Client::Details{3, 4, AuthStatus::ok}));
    EXPECT_EQ(error_of(record({43, 1, 1, 1, 5})), RpcError{RpcError::authentication});
    EXPECT_EQ(error_of(record({44, 1, 0, 0, 0, 0})), RpcError{RpcError::cant_decode_results});
    EXPECT_EQ(error_of(record({45, 1, 3})), RpcError{RpcError::cant_decode_results});
    EXPECT_TRUE(sockets.closed.empty());
}

TEST_F(RpcStreamClient, a_client_that_waits_in_vain_gives_the_connection_up) {
    sockets.wait_in_vain();
    EXPECT_EQ(call().error(), RpcError{RpcError::timed_out});
    EXPECT_EQ(sockets.waits, (std::vector<u64>{1000 * ms}));
    EXPECT_EQ(sockets.closed.size(), 1u);
    sockets.receive_later(record({42, 1, 0, 0, 0, 0, 4}));
    EXPECT_EQ(call().value(), 4);
    EXPECT_EQ(sockets.connected.size(), 2u);
}

TEST_F(RpcStreamClient, the_time_is_that_of_the_whole_reply) {
    sockets.receive_later(words({last | 28, 41, 1, 0}));
    sockets.receive_later(words({0, 0, 0}));
    sockets.wait_in_vain();
    EXPECT_EQ(call().error(), RpcError{RpcError::timed_out});
    EXPECT_EQ(sockets.waits, (std::vector<u64>{1000 * ms, 500 * ms, 250 * ms}));
}

TEST_F(RpcStreamClient, a_connection_that_ends_before_the_reply_does_is_given_up) {
    sockets.failing_receipt = true;
    sockets.receive_later({1});
    EXPECT_EQ(call().error(), RpcError{RpcError::cant_receive});
    EXPECT_EQ(sockets.closed.size(), 1u);
}

TEST_F(RpcStreamClient, a_reply_that_is_too_long_ends_the_connection) {
    sockets.receive_later(words({last | 1001, 41}));
    EXPECT_EQ(call().error(), RpcError{RpcError::cant_receive});
    EXPECT_EQ(sockets.closed.size(), 1u);
}

TEST_F(RpcStreamClient, arguments_that_cannot_be_encoded_leave_no_trace) {
    bench::Numbers numbers{nullptr, 3}, result;
    EXPECT_EQ(bench::echo_1(client, numbers, result, ms).error(),
              RpcError{RpcError::cant_encode_arguments});
    EXPECT_TRUE(sockets.stream.empty());
    sockets.receive_later(record({42, 1, 0, 0, 0, 0, 4}));
    EXPECT_EQ(call().value(), 4);
    EXPECT_EQ(sockets.stream, encoded_call(42));
}

TEST_F(RpcStreamClient, without_a_server_there_is_no_connection) {
    sockets.failing = net::SocketError{net::SocketError::refused};
    EXPECT_EQ(call().error(), RpcError{RpcError::cant_connect});
}

TEST_F(RpcStreamClient, a_connection_that_takes_nothing_is_given_up) {
    sockets.receive_later(record({41, 1, 0, 0, 0, 0, 4}));
    ASSERT_TRUE(call().is_ok());
    sockets.failing = net::SocketError{net::SocketError::closed};
    EXPECT_EQ(call().error(), RpcError{RpcError::cant_send});
    EXPECT_EQ(sockets.closed.size(), 1u);
}

TEST_F(RpcStreamClient, can_be_led_to_another_server) {
    constexpr net::Endpoint other{0x0a000001, 5000};
    sockets.receive_later(record({41, 1, 0, 0, 0, 0, 4}));
    ASSERT_TRUE(call().is_ok());
    client.redirect(other);
    sockets.receive_later(record({42, 1, 0, 0, 0, 0, 4}));
    ASSERT_TRUE(call().is_ok());
    EXPECT_EQ(sockets.connected, (std::vector<net::Endpoint>{server, other}));
    EXPECT_EQ(sockets.closed.size(), 1u);
}

} // namespace
} // namespace flat::rpc
