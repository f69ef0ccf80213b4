// SPDX-License-Identifier: BSD-2-Clause
// Tests of calls by datagrams: what is sent, when it is sent again, and what replies mean.
#include <rpc/datagram_client.hpp>

#include <rpc/bench_client.x.hpp>
#include <rpc/messages/message.hpp>
#include <rpc/testing.hpp>

#include <gtest/gtest.h>

namespace flat::rpc {
namespace {

using testing::Bytes;
using testing::words;

constexpr net::Endpoint server{0x7f000001, 4000};
constexpr u64 ms = 1'000'000;

/// Credentials of one word, of which there is another one.
class FakeAuth : public Auth {
public:
    Result<void, XdrError> marshal(XdrStream& stream) override {
        return stream.put_word(credential);
    }
    bool validate(u32 flavour, Span<u8 const>) override { return flavour == wanted; }
    bool refresh() override {
        if (refreshes == 0) return false;
        --refreshes;
        ++credential;
        return true;
    }

    u32 credential = 0xc0;
    u32 wanted = 0;
    u32 refreshes = 0;
};

class RpcDatagramClient : public ::testing::Test {
protected:
    /// Calls `min`, which the server answers with what was written down.
    Result<i32, RpcError> call(u64 timeout_ns = 1000 * ms) {
        return bench::min_1(client, {7, 4}, timeout_ns);
    }

    /// Calls it, and the server answers so.
    RpcError error_of(Bytes const& reply) {
        sockets.receive_later(reply, server);
        return call().error();
    }

    static Bytes encoded_call(u32 transaction, u32 credential = 0xc0) {
        return words({transaction, 0, 2, bench::bench_program, 1, 1, credential, 7, 4});
    }

    FakeAuth auth;
    testing::FakeSockets sockets;
    testing::FakeAllocator allocator;
    DatagramClient client{{.auth = auth, .sockets = sockets, .allocator = allocator},
                          {.program = bench::bench_program,
                           .version = bench::bench_version,
                           .port = server.port,
                           .retry_ms = 100,
                           .message_bytes = 512,
                           .transaction = 40}};
};

TEST_F(RpcDatagramClient, a_call_is_one_datagram_and_so_is_its_reply) {
    sockets.receive_later(words({41, 1, 0, 0, 0, 0, 4}), server);
    EXPECT_EQ(call().value(), 4);
    ASSERT_EQ(sockets.sent.size(), 1u);
    EXPECT_EQ(sockets.sent[0].bytes, encoded_call(41));
    EXPECT_EQ(sockets.sent[0].other, server);
}

TEST_F(RpcDatagramClient, every_call_is_another_transaction) {
    for (u32 const transaction : {41u, 42u, 43u}) {
        sockets.receive_later(words({transaction, 1, 0, 0, 0, 0, 4}), server);
        EXPECT_TRUE(call().is_ok());
        EXPECT_EQ(sockets.sent.back().bytes, encoded_call(transaction));
    }
}

TEST_F(RpcDatagramClient, what_is_not_answered_is_sent_again_as_the_same_transaction) {
    sockets.wait_in_vain();
    sockets.wait_in_vain();
    sockets.receive_later(words({41, 1, 0, 0, 0, 0, 4}), server);
    EXPECT_EQ(call().value(), 4);
    ASSERT_EQ(sockets.sent.size(), 3u);
    EXPECT_EQ(sockets.sent[2].bytes, encoded_call(41));
    EXPECT_EQ(sockets.waits, (std::vector<u64>{100 * ms, 100 * ms, 100 * ms}));
}

TEST_F(RpcDatagramClient, waits_no_longer_than_the_caller_has_time) {
    EXPECT_EQ(call(250 * ms).error(), RpcError{RpcError::timed_out});
    EXPECT_EQ(sockets.waits, (std::vector<u64>{100 * ms, 100 * ms, 50 * ms}));
}

TEST_F(RpcDatagramClient, without_time_it_sends_once_and_does_not_wait) {
    EXPECT_EQ(call(0).error(), RpcError{RpcError::timed_out});
    EXPECT_EQ(sockets.sent.size(), 1u);
    EXPECT_TRUE(sockets.waits.empty());
}

TEST_F(RpcDatagramClient, late_short_and_foreign_datagrams_are_ignored_and_cost_time) {
    sockets.receive_later(words({40, 1, 0, 0, 0, 0, 9}), server);
    sockets.receive_later({0, 0}, server);
    sockets.receive_later(words({41, 1, 0, 0, 0, 0, 9}), {0x7f000002, server.port});
    sockets.receive_later(words({41, 1, 0, 0, 0, 0, 4}), server);
    EXPECT_EQ(call().value(), 4);
    EXPECT_EQ(sockets.sent.size(), 1u);
    EXPECT_EQ(sockets.waits, (std::vector<u64>{100 * ms, 50 * ms, 25 * ms, 25 * ms / 2}));
}

TEST_F(RpcDatagramClient, every_failure_that_a_server_knows_is_told) {
    EXPECT_EQ(error_of(words({41, 1, 0, 0, 0, 1})), RpcError{RpcError::program_unavailable});
    EXPECT_EQ(error_of(words({42, 1, 0, 0, 0, 3})), RpcError{RpcError::procedure_unavailable});
    EXPECT_EQ(error_of(words({43, 1, 0, 0, 0, 4})), RpcError{RpcError::garbage_arguments});
    EXPECT_EQ(error_of(words({44, 1, 0, 0, 0, 5})), RpcError{RpcError::system_error});
    EXPECT_EQ(error_of(words({45, 1, 0, 0, 0, 2, 3, 4})), RpcError{RpcError::program_mismatch});
    EXPECT_EQ(client.details(), (Client::Details{3, 4, AuthStatus::ok}));
    EXPECT_EQ(error_of(words({46, 1, 1, 0, 3, 5})), RpcError{RpcError::rpc_mismatch});
    EXPECT_EQ(client.details(), (Client::Details{3, 5, AuthStatus::ok}));
    EXPECT_EQ(error_of(words({47, 1, 1, 1, 5})), RpcError{RpcError::authentication});
    EXPECT_EQ(client.details(), (Client::Details{0, 0, AuthStatus::too_weak}));
}

TEST_F(RpcDatagramClient, a_reply_that_is_malformed_or_cut_off_cannot_be_decoded) {
    RpcError const failure{RpcError::cant_decode_results};
    EXPECT_EQ(error_of(words({41, 1, 0, 0, 0, 0})), failure);
    EXPECT_EQ(error_of(words({42, 0, 0, 0, 0, 0, 4})), failure);
    EXPECT_EQ(error_of(words({43, 1, 0, 0, 401, 0, 4})), failure);
    EXPECT_EQ(error_of(words({44})), failure);
}

TEST_F(RpcDatagramClient, a_wrong_verifier_is_refused) {
    EXPECT_EQ(error_of(words({41, 1, 0, 6, 0, 0, 4})), RpcError{RpcError::authentication});
    EXPECT_EQ(client.details().auth, AuthStatus::invalid_response);
}

TEST_F(RpcDatagramClient, a_refused_credential_is_renewed_and_the_call_made_again) {
    auth.refreshes = 1;
    sockets.receive_later(words({41, 1, 1, 1, 2}), server);
    sockets.receive_later(words({42, 1, 0, 0, 0, 0, 4}), server);
    EXPECT_EQ(call().value(), 4);
    ASSERT_EQ(sockets.sent.size(), 2u);
    EXPECT_EQ(sockets.sent[1].bytes, encoded_call(42, 0xc1));
}

TEST_F(RpcDatagramClient, a_credential_is_renewed_twice_at_most) {
    auth.refreshes = 100;
    for (u32 const transaction : {41u, 42u, 43u, 44u})
        sockets.receive_later(words({transaction, 1, 1, 1, 2}), server);
    EXPECT_EQ(call().error(), RpcError{RpcError::authentication});
    EXPECT_EQ(sockets.sent.size(), 3u);
}

TEST_F(RpcDatagramClient, arguments_that_do_not_fit_are_not_sent) {
    i32 values[200] = {};
    bench::Numbers numbers{values, 200}, result;
    auto const outcome = bench::echo_1(client, numbers, result, ms);
    EXPECT_EQ(outcome.error(), RpcError{RpcError::cant_encode_arguments});
    EXPECT_TRUE(sockets.sent.empty());
}

TEST_F(RpcDatagramClient, what_results_allocated_can_be_freed) {
    usize const before = allocator.taken();
    i32 values[] = {1, 2};
    bench::Numbers numbers{values, 2}, result;
    sockets.receive_later(words({41, 1, 0, 0, 0, 0, 2, 1, 2}), server);
    ASSERT_TRUE(bench::echo_1(client, numbers, result, ms).is_ok());
    EXPECT_EQ(result.values[1], 2);
    EXPECT_EQ(allocator.taken(), before + 1);
    bench::NumbersPlace place(result);
    client.free_results(place);
    EXPECT_EQ(allocator.taken(), before);
}

TEST_F(RpcDatagramClient, failures_of_the_network_are_told) {
    sockets.failing_receipt = true;
    sockets.receive_later({}, server);
    EXPECT_EQ(call().error(), RpcError{RpcError::cant_receive});
    sockets.failing = net::SocketError{net::SocketError::failed};
    EXPECT_EQ(call().error(), RpcError{RpcError::cant_send});
}

TEST_F(RpcDatagramClient, can_be_led_to_another_server) {
    constexpr net::Endpoint other{0x0a000001, 5000};
    client.redirect(other);
    sockets.receive_later(words({41, 1, 0, 0, 0, 0, 4}), other);
    EXPECT_EQ(call().value(), 4);
    EXPECT_EQ(sockets.sent[0].other, other);
}

TEST(RpcDatagramClientAlone, gives_socket_and_memory_back) {
    FakeAuth auth;
    testing::FakeSockets sockets;
    testing::FakeAllocator allocator;
    {
        DatagramClient client({.auth = auth, .sockets = sockets, .allocator = allocator},
                              {.program = 1, .version = 1});
        EXPECT_EQ(allocator.taken(), 2u);
    }
    EXPECT_EQ(allocator.taken(), 0u);
    EXPECT_EQ(sockets.closed, (std::vector<u32>{3}));
}

TEST(RpcDatagramClientAlone, panics_without_memory_or_socket) {
    FakeAuth auth;
    testing::FakeSockets sockets;
    testing::FakeAllocator allocator(0);
    auto const construct = [&] {
        DatagramClient({.auth = auth, .sockets = sockets, .allocator = allocator},
                       {.program = 1, .version = 1});
    };
    EXPECT_EXIT(construct(), ::testing::ExitedWithCode(101), "no memory for messages");
    allocator.set_limit(10);
    sockets.failing = net::SocketError{net::SocketError::exhausted};
    EXPECT_EXIT(construct(), ::testing::ExitedWithCode(101), "no socket for the calls");
}

} // namespace
} // namespace flat::rpc
