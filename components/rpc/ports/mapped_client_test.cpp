// SPDX-License-Identifier: BSD-2-Clause
// Tests of a client that asks the port mapper first.
#include <rpc/ports/mapped_client.hpp>

#include <net/testing.hpp>
#include <rpc/testing.hpp>
#include <rpc/xdr/xdr_memory.hpp>

#include <gtest/gtest.h>

namespace flat::rpc::ports {
namespace {

using testing::Bytes;
using testing::words;
using Operation = XdrStream::Operation;

constexpr u64 second_ns = 1'000'000'000;
constexpr u32 host = 0x0a000002;

/// A client that records what it is called for, and answers or fails as a test says.
class FakeClient : public Client {
public:
    Result<void, RpcError> call(u32 procedure, XdrValue& arguments, XdrValue& results,
                                u64 timeout_ns) override {
        u8 buffer[100];
        XdrMemory encoder(buffer, Operation::encode);
        EXPECT_TRUE(arguments.transfer(encoder).is_ok());
        calls.push_back({procedure, Bytes(buffer, buffer + encoder.position()), timeout_ns});
        if (failure) return *failure;
        XdrMemory decoder(testing::span_of(reply), Operation::decode);
        if (results.transfer(decoder).is_error()) return RpcError{RpcError::cant_decode_results};
        return {};
    }
    Details details() override { return {3, 4, {}}; }
    void free_results(XdrValue&) override { ++freed; }
    void redirect(net::Endpoint const& server) override { servers.push_back(server); }

    struct Called {
        u32 procedure;
        Bytes arguments;
        u64 timeout_ns;
    };
    std::vector<Called> calls;
    std::vector<net::Endpoint> servers;
    std::optional<RpcError> failure;
    Bytes reply;
    u32 freed = 0;
};

class RpcMappedClient : public ::testing::Test {
protected:
    RpcMappedClient() { mapper.reply = words({2049}); }
    Result<void, RpcError> call(u64 timeout_ns = second_ns) {
        testing::Words sent, received;
        sent.word = 7;
        beneath.reply = words({8});
        return client.call(5, sent, received, timeout_ns);
    }

    FakeClient beneath, mapper;
    net::testing::TestThreads threads;
    MappedClient client{
        {.beneath = beneath, .mapper = mapper, .threads = threads},
        {.program = 300, .version = 2, .protocol = 6, .address = host, .mapper_timeout_ms = 20}};
};

TEST_F(RpcMappedClient, asks_once_and_calls_at_the_port_that_it_is_told) {
    ASSERT_TRUE(call().is_ok());
    ASSERT_TRUE(call().is_ok());
    ASSERT_EQ(mapper.calls.size(), 1u);
    EXPECT_EQ(mapper.servers, std::vector{(net::Endpoint{host, 111})});
    EXPECT_EQ(mapper.calls[0].procedure, 3u);
    EXPECT_EQ(mapper.calls[0].arguments, words({300, 2, 6, 0}));
    EXPECT_EQ(mapper.calls[0].timeout_ns, 20'000'000u);
    EXPECT_EQ(beneath.servers, std::vector{(net::Endpoint{host, 2049})});
    ASSERT_EQ(beneath.calls.size(), 2u);
    EXPECT_EQ(beneath.calls[1].procedure, 5u);
    EXPECT_EQ(beneath.calls[1].arguments, words({7}));
    EXPECT_EQ(beneath.calls[1].timeout_ns, second_ns);
}

TEST_F(RpcMappedClient, calls_nothing_that_nobody_has_registered) {
    mapper.reply = words({0});
    EXPECT_EQ(call().error(), RpcError{RpcError::program_not_registered});
    EXPECT_TRUE(beneath.calls.empty());
    mapper.reply = words({2049});
    EXPECT_TRUE(call().is_ok());
}

TEST_F(RpcMappedClient, calls_nothing_when_the_port_mapper_fails_or_tells_no_port) {
    for (u32 const port : {0x10000u, 0xffffffffu}) {
        mapper.reply = words({port});
        EXPECT_EQ(call().error(), RpcError{RpcError::port_mapper});
    }
    mapper.failure = RpcError{RpcError::timed_out};
    EXPECT_EQ(call().error(), RpcError{RpcError::port_mapper});
    EXPECT_TRUE(beneath.calls.empty());
}

TEST_F(RpcMappedClient, asks_again_after_a_call_that_found_nobody) {
    u32 asked = 0;
    for (auto const code : {RpcError::cant_connect, RpcError::cant_receive, RpcError::timed_out,
                            RpcError::program_unavailable}) {
        beneath.failure = RpcError{code};
        EXPECT_EQ(call().error(), RpcError{code});
        EXPECT_EQ(mapper.calls.size(), ++asked);
    }
    beneath.failure = RpcError{RpcError::garbage_arguments};
    for (u32 i = 0; i < 3; ++i)
        EXPECT_EQ(call().error(), RpcError{RpcError::garbage_arguments});
    beneath.failure = RpcError{RpcError::timed_out};
    EXPECT_EQ(call(0).error(), RpcError{RpcError::timed_out}); // it was sent only
    EXPECT_TRUE((beneath.failure.reset(), call()).is_ok());
    EXPECT_EQ(mapper.calls.size(), asked + 1);
}

TEST_F(RpcMappedClient, is_redirected_to_a_port_or_to_another_hosts_port_mapper) {
    client.redirect({host + 1, 99});
    ASSERT_TRUE(call().is_ok());
    EXPECT_TRUE(mapper.calls.empty());
    EXPECT_EQ(beneath.servers.back(), (net::Endpoint{host + 1, 99}));
    client.redirect({host + 2, 0});
    ASSERT_TRUE(call().is_ok());
    EXPECT_EQ(mapper.servers.back(), (net::Endpoint{host + 2, 111}));
    EXPECT_EQ(beneath.servers.back(), (net::Endpoint{host + 2, 2049}));
}

TEST_F(RpcMappedClient, leaves_details_and_results_to_who_calls) {
    EXPECT_EQ(client.details().highest_version, 4u);
    testing::Words results;
    client.free_results(results);
    EXPECT_EQ(beneath.freed, 1u);
}

} // namespace
} // namespace flat::rpc::ports
