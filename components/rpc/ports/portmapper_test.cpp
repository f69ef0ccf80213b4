// SPDX-License-Identifier: BSD-2-Clause
// Tests of the port mapper.
#include <rpc/ports/portmapper.hpp>

#include <flat/rpc/call.hpp>
#include <rpc/fake_call/testing.hpp>
#include <rpc/testing.hpp>

#include <gtest/gtest.h>

namespace flat::rpc::ports {
namespace {

using testing::Bytes;
using testing::FakeCall;
using testing::words;
using Kind = net::Sockets::Kind;

class RpcPortmapper : public ::testing::Test {
protected:
    void SetUp() override {
        ASSERT_TRUE(portmapper.add({100000, 2, Kind::datagram, 111}));
        ASSERT_TRUE(portmapper.add({536870913, 1, Kind::stream, 2049}));
    }
    std::optional<Bytes> answer_to(u32 procedure, std::vector<u32> const& arguments) {
        FakeCall call(procedure, words(arguments));
        portmapper.dispatch(call);
        EXPECT_NE(call.answer.has_value(), call.refusal.has_value());
        return call.answer;
    }
    std::optional<Call::Refusal> refusal_of(u32 procedure, std::vector<u32> const& arguments,
                                            usize room = 2000) {
        FakeCall call(procedure, words(arguments), room);
        portmapper.dispatch(call);
        return call.refusal;
    }

    Portmapper portmapper{{}, {}};
};

TEST_F(RpcPortmapper, tells_at_which_port_a_program_is) {
    EXPECT_EQ(answer_to(3, {536870913, 1, 6, 0}), words({2049}));
    EXPECT_EQ(answer_to(3, {100000, 2, 17, 99}), words({111}));
}

TEST_F(RpcPortmapper, tells_0_for_what_nobody_serves) {
    for (std::vector<u32> const& asked : {std::vector<u32>{536870913, 2, 6, 0},
                                          {536870913, 1, 17, 0},
                                          {1, 1, 6, 0},
                                          {536870913, 1, 132, 0}})
        EXPECT_EQ(answer_to(3, asked), words({0}));
}

TEST_F(RpcPortmapper, lists_all_in_the_order_in_which_they_came) {
    EXPECT_EQ(answer_to(4, {}), words({1, 100000, 2, 17, 111, 1, 536870913, 1, 6, 2049, 0}));
}

TEST_F(RpcPortmapper, takes_one_mapping_for_a_version_and_kind_while_there_is_room) {
    EXPECT_FALSE(portmapper.add({536870913, 1, Kind::stream, 2050}));
    u32 added = 0;
    for (u32 version = 10; version < 200; ++version)
        added += portmapper.add({7, version, Kind::datagram, 112});
    EXPECT_EQ(added, Portmapper::mappings_max - 2);
    EXPECT_EQ(answer_to(3, {100000, 2, 17, 0}), words({111}));
    EXPECT_EQ(answer_to(4, {})->size(), Portmapper::mappings_max * 20 + 4);
}

TEST_F(RpcPortmapper, is_where_everybody_looks_for_it) {
    EXPECT_FALSE(portmapper.add({100000, 2, Kind::stream, 2049}));
    EXPECT_TRUE(portmapper.add({100000, 2, Kind::stream, 111}));
    EXPECT_EQ(answer_to(3, {100000, 2, 6, 0}), words({111}));
}

TEST_F(RpcPortmapper, lets_nobody_elsewhere_change_anything) {
    EXPECT_EQ(answer_to(1, {7, 1, 17, 4000}), words({0}));
    EXPECT_EQ(answer_to(2, {100000, 2, 17, 111}), words({0}));
    EXPECT_EQ(answer_to(3, {7, 1, 17, 0}), words({0}));
    EXPECT_EQ(answer_to(3, {100000, 2, 17, 0}), words({111}));
}

TEST_F(RpcPortmapper, refuses_what_it_does_not_have_or_cannot_read_or_send) {
    EXPECT_EQ(answer_to(0, {}), Bytes());
    EXPECT_EQ(refusal_of(5, {}), Call::Refusal::procedure_unavailable);
    for (u32 const procedure : {1u, 2u, 3u})
        EXPECT_EQ(refusal_of(procedure, {100000, 2, 17}), Call::Refusal::garbage_arguments);
    EXPECT_EQ(refusal_of(4, {}, 40), Call::Refusal::system_error);
    EXPECT_EQ(refusal_of(3, {100000, 2, 17, 0}, 0), Call::Refusal::system_error);
}

} // namespace
} // namespace flat::rpc::ports
