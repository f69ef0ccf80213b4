// SPDX-License-Identifier: BSD-2-Clause
// Tests of a resolver with servers that answer, lie, or are silent.
#include <net/dns/resolver.hpp>

#include <net/dns/testing.hpp>

#include <gtest/gtest.h>

namespace flat::net::dns {
namespace {

using namespace testing;

constexpr Endpoint server{0x0a000001, 53};

Bytes good_answer(Bytes const& query, u32 lifetime_s = 60) {
    return answer_to(query, {record(question_name, address_type, lifetime_s, {10, 0, 0, 7})});
}

class NetDnsResolver : public ::testing::Test {
protected:
    ~NetDnsResolver() { EXPECT_EQ(sockets.are_open, 0); }

    Result<u32, HostNameError> address(char const* name) {
        return resolver.address(Text(name).bytes());
    }
    HostNameError::Code error_of(char const* name) { return address(name).error().code; }
    void answer_all(std::function<Bytes(Bytes const&)> const& answer) {
        sockets.answers = [answer](Bytes const& query) {
            return std::vector<FakeSockets::Datagram>{{answer(query)}};
        };
    }

    TestAlarms alarms;
    TestAllocator allocator;
    FakeSockets sockets{alarms, server};
    Resolver resolver{
        {.sockets = sockets, .alarms = alarms, .allocator = allocator, .configuration = {}},
        {.server = server.address,
         .tries = 3,
         .timeout_ms = 100,
         .remembered = 2,
         .lifetime_max_s = 1000}};
};

TEST_F(NetDnsResolver, asks_the_server_once_while_an_address_may_be_remembered) {
    answer_all([](Bytes const& query) { return good_answer(query); });
    EXPECT_EQ(address("www.example.org").value(), 0x0a000007u);
    EXPECT_EQ(address("WWW.example.org.").value(), 0x0a000007u);
    ASSERT_EQ(sockets.queries.size(), 1u);
    EXPECT_EQ(sockets.queries[0].destination, server);
    alarms.pass_ms(60'000);
    EXPECT_EQ(address("www.example.org").value(), 0x0a000007u);
    EXPECT_EQ(sockets.queries.size(), 2u);
    EXPECT_EQ(resolver.statistics().found, 2u);
    EXPECT_EQ(resolver.statistics().remembered, 1u);
}

TEST_F(NetDnsResolver, remembers_nothing_for_longer_than_it_may_nor_what_has_no_time) {
    answer_all([](Bytes const& query) { return good_answer(query, 1'000'000); });
    EXPECT_TRUE(address("a").is_ok());
    alarms.pass_ms(1'000'000);
    EXPECT_TRUE(address("a").is_ok());
    EXPECT_EQ(sockets.queries.size(), 2u);
    answer_all([](Bytes const& query) { return good_answer(query, 0); });
    EXPECT_TRUE(address("b").is_ok());
    EXPECT_TRUE(address("b").is_ok());
    EXPECT_EQ(sockets.queries.size(), 4u);
}

TEST_F(NetDnsResolver, asks_again_when_the_server_is_silent_and_waits_twice_as_long) {
    u64 const begin_ns = alarms.now_ns();
    EXPECT_EQ(error_of("a"), HostNameError::silent);
    EXPECT_EQ(sockets.queries.size(), 3u);
    EXPECT_EQ(alarms.now_ns() - begin_ns, 700'000'000u);
    EXPECT_EQ(resolver.statistics().silent, 3u);
}

TEST_F(NetDnsResolver, takes_the_answer_to_its_last_query) {
    sockets.answers = [this](Bytes const& query) {
        std::vector<FakeSockets::Datagram> answers;
        if (sockets.queries.size() == 3) answers.push_back({good_answer(query)});
        return answers;
    };
    EXPECT_EQ(address("a").value(), 0x0a000007u);
    EXPECT_EQ(resolver.statistics().queries, 3u);
}

TEST_F(NetDnsResolver, draws_numbers_and_ports) {
    for (u32 i = 0; i < 20; ++i)
        EXPECT_TRUE(address("a").is_error());
    std::set<u16> ids;
    std::set<u16> ports;
    for (auto const& each : sockets.queries) {
        ids.insert(load_big_endian_u16(each.bytes.data()));
        ports.insert(each.port);
        EXPECT_GE(each.port, 49152);
    }
    EXPECT_GT(ids.size(), 50u);
    EXPECT_GT(ports.size(), 50u);
}

TEST_F(NetDnsResolver, does_not_take_what_others_send_and_waits_for_the_right_answer) {
    sockets.answers = [](Bytes const& query) {
        Bytes wrong_id = good_answer(query);
        wrong_id[0] ^= 1;
        Bytes const cut(query.begin(), query.begin() + 5);
        return std::vector<FakeSockets::Datagram>{{wrong_id},
                                                  {cut},
                                                  {Bytes(600)},
                                                  {good_answer(query), {0x0a000009, 53}},
                                                  {good_answer(query), {0x0a000001, 54}},
                                                  {good_answer(query)}};
    };
    EXPECT_EQ(address("a").value(), 0x0a000007u);
    EXPECT_EQ(sockets.queries.size(), 1u);
    EXPECT_EQ(resolver.statistics().foreign, 3u);
    EXPECT_EQ(resolver.statistics().malformed, 2u);
}

TEST_F(NetDnsResolver, gives_a_query_up_that_too_many_want_to_answer) {
    sockets.answers = [](Bytes const& query) {
        std::vector<FakeSockets::Datagram> guesses(1000, {good_answer(query)});
        for (auto& each : guesses)
            each.bytes[1] ^= 1;
        guesses.push_back({good_answer(query)});
        return guesses;
    };
    EXPECT_EQ(error_of("a"), HostNameError::silent);
    EXPECT_EQ(resolver.statistics().foreign, 48u);
}

TEST_F(NetDnsResolver, tells_what_the_server_says) {
    answer_all([](Bytes const& query) { return answer_to(query, {}, 0x8183); });
    EXPECT_EQ(error_of("a"), HostNameError::absent);
    EXPECT_EQ(resolver.statistics().queries, 1u);
    answer_all([](Bytes const& query) { return answer_to(query, {}, 0x8380); });
    EXPECT_EQ(error_of("a"), HostNameError::truncated);
    EXPECT_EQ(resolver.statistics().queries, 2u);
    answer_all([](Bytes const& query) { return answer_to(query, {}, 0x8182); });
    EXPECT_EQ(error_of("a"), HostNameError::refused);
    EXPECT_EQ(resolver.statistics().queries, 5u);
    EXPECT_EQ(resolver.statistics().absent, 1u);
    EXPECT_EQ(resolver.statistics().truncated, 1u);
    EXPECT_EQ(resolver.statistics().refused, 3u);
}

TEST_F(NetDnsResolver, asks_nobody_for_a_text_that_is_no_name) {
    EXPECT_EQ(error_of("a b"), HostNameError::invalid);
    EXPECT_EQ(resolver.address({}).error().code, HostNameError::invalid);
    EXPECT_EQ(error_of(std::string(256, 'a').c_str()), HostNameError::invalid);
    EXPECT_TRUE(sockets.queries.empty());
    EXPECT_EQ(resolver.statistics().invalid, 3u);
}

TEST_F(NetDnsResolver, tries_another_port_when_one_is_taken) {
    answer_all([](Bytes const& query) { return good_answer(query); });
    sockets.refused_binds = 7;
    EXPECT_TRUE(address("a").is_ok());
    sockets.refused_binds = 8;
    EXPECT_EQ(error_of("b"), HostNameError::exhausted);
}

TEST_F(NetDnsResolver, asks_the_server_that_the_host_was_told) {
    struct Told : HostConfiguration {
        Configuration current() override { return {0, 0, 0, name_server, 0}; }
        Statistics statistics() override { return {}; }
        u32 name_server = server.address;
    } told;
    Resolver configured(
        {.sockets = sockets, .alarms = alarms, .allocator = allocator, .configuration = told},
        {.server = 0, .tries = 1, .timeout_ms = 100, .remembered = 2, .lifetime_max_s = 1000});
    answer_all([](Bytes const& query) { return good_answer(query); });
    EXPECT_TRUE(configured.address(Text("a").bytes()).is_ok());
    told.name_server = 0x0a000009; // an answer of the former one is a stranger's
    EXPECT_TRUE(configured.address(Text("b").bytes()).is_error());
    EXPECT_EQ(sockets.queries.back().destination, (Endpoint{0x0a000009, 53}));
}

TEST_F(NetDnsResolver, fails_without_sockets_or_a_network) {
    sockets.can_send = false;
    EXPECT_EQ(error_of("a"), HostNameError::silent);
    sockets.left = 0;
    EXPECT_EQ(error_of("a"), HostNameError::exhausted);
}

} // namespace
} // namespace flat::net::dns
