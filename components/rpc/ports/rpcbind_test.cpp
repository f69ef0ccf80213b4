// SPDX-License-Identifier: BSD-2-Clause
// Tests of the port mapper's versions 3 and 4.
#include <rpc/ports/rpcbind.hpp>

#include <flat/rpc/call.hpp>
#include <rpc/fake_call/testing.hpp>
#include <rpc/testing.hpp>

#include <gtest/gtest.h>
#include <string>

namespace flat::rpc::ports {
namespace {

using testing::Bytes;
using testing::FakeCall;
using testing::words;
using Kind = net::Sockets::Kind;

/// Knows what the test says.
class KnownPorts : public PortRegistry {
public:
    bool add(Mapping const&) override { return false; }
    u32 count() override { return static_cast<u32>(known.size()); }
    Mapping at(u32 index) override { return known.at(index); }

    std::vector<Mapping> known{{100000, 4, Kind::datagram, 111},
                               {536870913, 1, Kind::stream, 2049}};
};

Bytes operator+(Bytes left, Bytes const& right) {
    left.insert(left.end(), right.begin(), right.end());
    return left;
}

/// A text as XDR has it.
Bytes text(std::string const& text) {
    Bytes bytes = words({static_cast<u32>(text.size())});
    bytes.insert(bytes.end(), text.begin(), text.end());
    bytes.resize((bytes.size() + 3) / 4 * 4);
    return bytes;
}

Bytes binding(u32 program, u32 version, std::string const& netid, std::string const& address = "",
              std::string const& owner = "") {
    return words({program, version}) + text(netid) + text(address) + text(owner);
}

class RpcRpcbind : public ::testing::Test {
protected:
    std::optional<Bytes> answer_to(u32 procedure, Bytes const& arguments) {
        FakeCall call(procedure, arguments);
        rpcbind.dispatch(call);
        EXPECT_NE(call.answer.has_value(), call.refusal.has_value());
        return call.answer;
    }

    KnownPorts ports;
    Rpcbind rpcbind{{.registry = ports}, {.version = 4, .address = 0x0a000002}};
};

TEST_F(RpcRpcbind, tells_at_which_universal_address_a_program_is) {
    EXPECT_EQ(answer_to(3, binding(536870913, 1, "tcp")), text("10.0.0.2.8.1"));
    EXPECT_EQ(answer_to(9, binding(100000, 4, "udp")), text("10.0.0.2.0.111"));
}

TEST_F(RpcRpcbind, names_another_version_unless_the_call_is_for_one_only) {
    EXPECT_EQ(answer_to(3, binding(536870913, 7, "tcp")), text("10.0.0.2.8.1"));
    EXPECT_EQ(answer_to(9, binding(536870913, 7, "tcp")), text(""));
}

TEST_F(RpcRpcbind, names_no_address_of_what_nobody_serves) {
    for (std::string const& netid : {"udp", "tcp6", "", "tc"})
        EXPECT_EQ(answer_to(3, binding(536870913, 1, netid)), text(""));
    EXPECT_EQ(answer_to(3, binding(1, 1, "udp")), text(""));
}

TEST_F(RpcRpcbind, lists_all_in_the_order_in_which_they_came) {
    Bytes const expected = words({1}) + binding(100000, 4, "udp", "10.0.0.2.0.111", "superuser") +
                           words({1}) + binding(536870913, 1, "tcp", "10.0.0.2.8.1", "superuser") +
                           words({0});
    EXPECT_EQ(answer_to(4, {}), expected);
    ports.known.clear();
    EXPECT_EQ(answer_to(4, {}), words({0}));
}

TEST_F(RpcRpcbind, lets_nobody_elsewhere_change_anything) {
    EXPECT_EQ(answer_to(1, binding(7, 1, "udp", "10.0.0.2.1.1", "me")), words({0}));
    EXPECT_EQ(answer_to(2, binding(100000, 4, "udp")), words({0}));
}

TEST_F(RpcRpcbind, refuses_what_it_does_not_have_or_cannot_read) {
    for (u32 const procedure : {5u, 6u, 7u, 8u, 10u, 11u, 12u}) {
        FakeCall call(procedure, {});
        rpcbind.dispatch(call);
        EXPECT_EQ(call.refusal, Call::Refusal::procedure_unavailable);
    }
    FakeCall call(3, binding(1, 1, std::string(256, 'x')));
    rpcbind.dispatch(call);
    EXPECT_EQ(call.refusal, Call::Refusal::garbage_arguments);
}

TEST_F(RpcRpcbind, version_3_has_all_but_the_address_of_one_version_only) {
    Rpcbind third{{.registry = ports}, {.version = 3, .address = 0x0a000002}};
    EXPECT_EQ(third.identity(), (Service::Identity{100000, 3}));
    FakeCall asked(3, binding(536870913, 1, "tcp"));
    third.dispatch(asked);
    EXPECT_EQ(asked.answer, text("10.0.0.2.8.1"));
    FakeCall missing(9, binding(536870913, 1, "tcp"));
    third.dispatch(missing);
    EXPECT_EQ(missing.refusal, Call::Refusal::procedure_unavailable);
}

} // namespace
} // namespace flat::rpc::ports
