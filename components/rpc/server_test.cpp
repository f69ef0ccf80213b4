// SPDX-License-Identifier: BSD-2-Clause
// Tests of the server: which service gets a call, and every other answer.
#include <rpc/server.hpp>

#include <flat/rpc/call.hpp>
#include <flat/rpc/reply_path.hpp>
#include <log/testing.hpp>
#include <rpc/testing.hpp>
#include <rpc/xdr/xdr.hpp>
#include <rpc/xdr/xdr_memory.hpp>

#include <gtest/gtest.h>

namespace flat::rpc {
namespace {

using log::testing::FakeLog;
using testing::Bytes;
using testing::joined;
using testing::words;
using Operation = XdrStream::Operation;

constexpr u32 socket_number = 7;

/// A transport that has one message, and remembers the reply.
class FakeTransport : public Transport, public ReplyPath {
public:
    net::Sockets::Kind kind() override { return net::Sockets::Kind::datagram; }
    Result<net::Endpoint, net::SocketError> open() override {
        if (is_taken) return net::SocketError{net::SocketError::in_use};
        return net::Endpoint{0x7f000001, 4000};
    }
    bool receive(u32 socket, Dispatcher& dispatcher) override {
        if (socket != socket_number) return false;
        message.shrink_to_fit();
        XdrMemory stream(testing::span_of(message), Operation::decode, &allocator);
        dispatcher.dispatch(stream, *this);
        return true;
    }
    Result<void, XdrError> send(XdrValue& value) override {
        u8 buffer[100];
        XdrMemory stream(Span<u8>(buffer, room), Operation::encode);
        TRY(value.transfer(stream));
        reply.assign(buffer, buffer + stream.position());
        return {};
    }

    testing::FakeAllocator allocator;
    Bytes message, reply;
    usize room = 100;
    bool is_taken = false;
};

/// An argument or result of up to four bytes, which are allocated.
class FakeValue : public XdrValue {
public:
    Result<void, XdrError> transfer(XdrStream& stream) override {
        return xdr_bytes(stream, data, size, 4);
    }

    u8* data = nullptr;
    u32 size = 0;
};

/// Answers with the arguments, or refuses as procedure 1000 and those that follow say.
class FakeService : public Service {
public:
    explicit FakeService(u32 version) : version_(version) {}

    Identity identity() override { return {100, version_}; }
    void dispatch(Call& call) override {
        ++calls;
        caller = call.caller();
        if (call.procedure() >= 1000)
            return call.refuse(static_cast<Call::Refusal>(call.procedure() - 1000));
        FakeValue value;
        if (!call.get_arguments(value))
            call.refuse(Call::Refusal::garbage_arguments);
        else if (!call.reply(value))
            call.refuse(Call::Refusal::system_error);
        call.free_arguments(value);
    }

    u32 calls = 0;
    Call::Caller caller{};

private:
    u32 version_;
};

/// Remembers where services are.
class FakeRegistry : public PortRegistry {
public:
    bool add(Mapping const& mapping) override {
        mappings.push_back(mapping);
        return true;
    }
    u32 count() override { return static_cast<u32>(mappings.size()); }
    Mapping at(u32 index) override { return mappings.at(index); }

    std::vector<Mapping> mappings;
};

class RpcServer : public ::testing::Test {
protected:
    /// The server's reply to a message.
    Bytes reply_to(Bytes const& message) {
        transport.message = message;
        transport.reply.clear();
        sockets.ready = {socket_number};
        server.run();
        EXPECT_EQ(transport.allocator.taken(), 0u);
        return transport.reply;
    }

    static Bytes call(u32 program, u32 version, u32 procedure) {
        return joined(words({9, 0, 2, program, version, procedure, 0, 0, 0, 0, 3}),
                      std::string("abc"), Bytes(1));
    }

    FakeTransport transport;
    FakeService third{3}, fifth{5};
    FakeLog log;
    FakeRegistry registry;
    testing::FakeSockets sockets;
    Transport* transports[1] = {&transport};
    Service* services[2] = {&fifth, &third};
    Server server{{.sockets = sockets,
                   .transports = Span<Transport* const>(transports),
                   .services = Span<Service* const>(services),
                   .log = log,
                   .registry = registry},
                  {}};
};

TEST_F(RpcServer, says_where_it_receives) {
    server.run();
    EXPECT_EQ(log.text, "receiving calls by UDP at port 4000\n");
}

TEST_F(RpcServer, tells_a_registry_where_its_services_are) {
    server.run();
    ASSERT_EQ(registry.mappings.size(), 2u);
    for (u32 i = 0; i < 2; ++i) {
        auto const& each = registry.mappings[i];
        EXPECT_EQ(each.program, 100u);
        EXPECT_EQ(each.version, i == 0 ? 5u : 3u);
        EXPECT_EQ(each.kind, net::Sockets::Kind::datagram);
        EXPECT_EQ(each.port, 4000);
    }
}

TEST_F(RpcServer, a_call_reaches_the_service_of_its_program_and_version) {
    EXPECT_EQ(reply_to(call(100, 3, 1)),
              joined(words({9, 1, 0, 0, 0, 0, 3}), std::string("abc"), Bytes(1)));
    EXPECT_EQ(third.calls, 1u);
    EXPECT_EQ(fifth.calls, 0u);
    EXPECT_FALSE(third.caller.is_known);
}

TEST_F(RpcServer, a_program_that_nobody_has_is_unavailable) {
    EXPECT_EQ(reply_to(call(101, 3, 1)), words({9, 1, 0, 0, 0, 1}));
}

TEST_F(RpcServer, of_a_program_in_another_version_it_names_those_that_there_are) {
    EXPECT_EQ(reply_to(call(100, 4, 1)), words({9, 1, 0, 0, 0, 2, 3, 5}));
}

TEST_F(RpcServer, services_refuse_in_the_words_of_the_rfc) {
    EXPECT_EQ(reply_to(call(100, 3, 1000)), words({9, 1, 0, 0, 0, 3}));
    EXPECT_EQ(reply_to(call(100, 3, 1001)), words({9, 1, 0, 0, 0, 4}));
    EXPECT_EQ(reply_to(call(100, 3, 1002)), words({9, 1, 0, 0, 0, 5}));
    EXPECT_EQ(reply_to(call(100, 3, 1003)), words({9, 1, 1, 1, 5}));
}

TEST_F(RpcServer, arguments_that_are_malformed_or_cut_off_are_garbage) {
    Bytes const header = words({9, 0, 2, 100, 3, 1, 0, 0, 0, 0});
    Bytes const garbage = words({9, 1, 0, 0, 0, 4});
    EXPECT_EQ(reply_to(header), garbage);
    EXPECT_EQ(reply_to(joined(header, words({5, 0, 0}))), garbage);
    EXPECT_EQ(reply_to(joined(header, words({4}))), garbage);
}

TEST_F(RpcServer, results_that_cannot_be_sent_are_an_error_of_the_system) {
    transport.room = 24;
    EXPECT_EQ(reply_to(call(100, 3, 1)), words({9, 1, 0, 0, 0, 5}));
}

TEST_F(RpcServer, the_protocol_has_version_two) {
    EXPECT_EQ(reply_to(words({9, 0, 3, 100, 3, 1, 0, 0, 0, 0})), words({9, 1, 1, 0, 2, 2}));
}

TEST_F(RpcServer, users_are_known_by_their_credential) {
    Bytes const credential = words({1, 28, 7, 0, 1000, 100, 2, 5, 6});
    EXPECT_FALSE(
        reply_to(joined(words({9, 0, 2, 100, 3, 1}), credential, words({0, 0, 0}))).empty());
    EXPECT_EQ(third.caller, (Call::Caller{true, 1000, 100}));
}

TEST_F(RpcServer, bad_and_unknown_credentials_are_denied) {
    Bytes const header = words({9, 0, 2, 100, 3, 1});
    EXPECT_EQ(reply_to(joined(header, words({1, 8, 7, 0, 0, 0}))), words({9, 1, 1, 1, 1}));
    EXPECT_EQ(reply_to(joined(header, words({1, 20, 7, 0, 0, 0, 17, 0, 0}))),
              words({9, 1, 1, 1, 1}));
    EXPECT_EQ(reply_to(joined(header, words({2, 0, 0, 0}))), words({9, 1, 1, 1, 2}));
    EXPECT_EQ(reply_to(joined(header, words({6, 0, 0, 0}))), words({9, 1, 1, 1, 2}));
    EXPECT_EQ(third.calls, 0u);
}

TEST_F(RpcServer, what_is_no_call_is_not_answered) {
    Bytes const whole = words({9, 0, 2, 100, 3, 1, 0, 0, 0, 0});
    for (usize size = 0; size < whole.size(); ++size)
        EXPECT_TRUE(reply_to(Bytes(whole.begin(), whole.begin() + size)).empty());
    EXPECT_TRUE(reply_to(words({9, 1, 0, 0, 0, 0})).empty());
    EXPECT_TRUE(reply_to(words({9, 0, 2, 100, 3, 1, 0, 404})).empty());
}

TEST_F(RpcServer, panics_when_a_transport_cannot_receive) {
    transport.is_taken = true;
    EXPECT_EXIT(server.run(), ::testing::ExitedWithCode(101), "cannot receive calls by UDP");
}

} // namespace
} // namespace flat::rpc
