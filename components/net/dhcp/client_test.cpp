// SPDX-License-Identifier: BSD-2-Clause
// Tests of a DHCP client with servers that offer, refuse, lie, or are silent.
#include <net/dhcp/client.hpp>

#include <core/machine/testing.hpp>
#include <log/testing.hpp>
#include <net/dhcp/testing.hpp>
#include <net/ip/testing.hpp>

#include <gtest/gtest.h>

namespace flat::net::dhcp {
namespace {

using namespace testing;

constexpr Endpoint server{0x0a000001, 67};
constexpr u32 to_all = 0xffffffff;

/// Remembers where the host was last.
class TestIp : public InternetProtocol {
public:
    Result<void, NetworkError> readdress(Attachment&, u32 address, u32 prefix,
                                         u32 router) override {
        if (refuses) return NetworkError{NetworkError::invalid};
        own = address;
        prefix_bits = prefix;
        gateway = router;
        return {};
    }
    Statistics statistics() override { return {}; }
    Result<void, NetworkError> add_route(Route const&) override { return {}; }
    Result<u32, NetworkError> local_address(u32) override { return own; }
    bool is_own(u32 address) override { return address == own; }
    bool is_broadcast(u32) override { return false; }
    void doubt(u32) override {}
    bool redirect(u32, u32, u32) override { return false; }
    void keep_whole(u16) override {}
    void problem(Participants const&, Upper::Report const&, Span<u8 const>) override {}
    Result<Session*, NetworkError> open(Upper*, Participants const&) override {
        return NetworkError{NetworkError::invalid};
    }
    Result<Participants, NetworkError> open_enable(Upper&, Participants const& all) override {
        return all;
    }
    void open_disable(Participants const&) override {}
    Result<core::AbstractResource*, core::BindingError> create(Span<u8 const>) override {
        return core::BindingError{core::BindingError::Code::invalid};
    }
    Result<Top*, core::BindingError> bind(core::Name&, Span<u8 const>) override {
        return core::BindingError{core::BindingError::Code::invalid};
    }

    u32 own = 0;
    u32 prefix_bits = 0;
    u32 gateway = 0;
    bool refuses = false;
};

/// What a client has sent, as far as servers look at it.
struct Asked {
    Kind kind;
    u32 number;
    u32 own;
    u32 wanted = 0;
    u32 server = 0;

    explicit Asked(Bytes const& bytes)
        : kind(Kind(bytes[242])), number(load_big_endian(&bytes[4])),
          own(load_big_endian(&bytes[12])) {
        for (usize i = 240; bytes[i] != 255; i += 2u + bytes[i + 1]) {
            if (bytes[i] == 50) wanted = load_big_endian(&bytes[i + 2]);
            if (bytes[i] == 54) server = load_big_endian(&bytes[i + 2]);
        }
    }
};

class NetDhcpClient : public ::testing::Test {
protected:
    struct DrivenClient : Client {
        using Client::acquire;
        using Client::Client;
        using Client::hold;
    };

    NetDhcpClient() {
        threads.on_wait = [this] { alarms.pass_ms(100); };
        sockets.answers = [this](Bytes const& bytes) { return answers(Asked(bytes)); };
    }
    ~NetDhcpClient() { EXPECT_EQ(sockets.are_open, 0); }

    std::vector<FakeSockets::Datagram> answers(Asked const& asked) {
        seen.push_back(asked);
        if (asked.kind == Kind::discover && offers)
            return {{answer(Kind::offer, usual_options, address, asked.number)}};
        bool const is_renewed = asked.own != 0;
        if (asked.kind != Kind::request || (is_renewed && renewals == 0)) return {};
        if (is_renewed) --renewals;
        return {{answer(takes ? Kind::acknowledged : Kind::refused, usual_options, address,
                        asked.number)}};
    }
    bool acquire(u32 patience = 0) { return client.acquire(patience); }
    usize count(Kind kind) const {
        return static_cast<usize>(
            std::count_if(seen.begin(), seen.end(), [&](auto& each) { return each.kind == kind; }));
    }

    TestAlarms alarms;
    FakeSockets sockets{alarms, server};
    machine::testing::Threads threads;
    TestIp ip;
    ip::testing::TestAttachment attachment{0, 32};
    TestLink link{hardware};
    log::testing::FakeLog log;
    bool offers = true;
    bool takes = true;
    u32 renewals = 0;
    std::vector<Asked> seen;
    DrivenClient client{{.sockets = sockets,
                         .ip = ip,
                         .attachment = attachment,
                         .link = link,
                         .threads = threads,
                         .alarms = alarms,
                         .log = log},
                        {.timeout_ms = 4000, .probe_ms = 500, .declined_ms = 10000}};
};

TEST_F(NetDhcpClient, takes_an_offer_when_nobody_else_has_the_address) {
    ASSERT_TRUE(acquire());
    EXPECT_EQ(ip.own, address);
    EXPECT_EQ(ip.prefix_bits, 24u);
    EXPECT_EQ(ip.gateway, 0x0a0000feu);
    EXPECT_EQ(attachment.probed, std::vector<u32>(2, address));
    ASSERT_EQ(seen.size(), 2u);
    EXPECT_EQ(seen[1].wanted, address);
    EXPECT_EQ(seen[1].server, server.address);
    EXPECT_EQ(sockets.queries[1].destination, (Endpoint{to_all, 67}));
    EXPECT_EQ(sockets.queries[1].port, 68);
    auto const told = client.current();
    EXPECT_EQ(told.name_server, 0x0a000035u);
    EXPECT_EQ(told.left_s, 799u); // a second went by with probes
    EXPECT_GE(threads.notified, 1u);
    EXPECT_EQ(log.text, "this host is 0xa000009, as 0xa000001 has it\n");
}

TEST_F(NetDhcpClient, waits_for_a_first_answer_the_longer_the_more_often_there_was_none) {
    offers = false;
    for (u32 patience = 0; patience < 3; ++patience) {
        u64 const begin_ns = alarms.now_ns();
        EXPECT_FALSE(acquire(patience));
        EXPECT_EQ(alarms.now_ns() - begin_ns, u64{4'000'000'000} << patience);
    }
    EXPECT_EQ(sockets.queries[2].bytes[9], 12); // seconds since the first one
    std::set<u32> numbers;
    for (Asked const& each : seen)
        numbers.insert(each.number);
    EXPECT_EQ(numbers.size(), 3u);
}

TEST_F(NetDhcpClient, declines_an_address_that_somebody_else_has_and_waits) {
    attachment.taken = {address};
    u64 const begin_ns = alarms.now_ns();
    EXPECT_FALSE(acquire());
    EXPECT_EQ(seen.back().kind, Kind::decline);
    EXPECT_EQ(seen.back().wanted, address);
    EXPECT_EQ(seen.back().server, server.address);
    EXPECT_GE(alarms.now_ns() - begin_ns, 10'500'000'000u);
    EXPECT_EQ(ip.own, 0u);
    EXPECT_EQ(client.statistics().declined, 1u);
    attachment.taken = {};
    ip.refuses = true; // another network of ours has it
    EXPECT_FALSE(acquire());
    EXPECT_EQ(client.statistics().declined, 2u);
}

TEST_F(NetDhcpClient, begins_again_when_the_server_has_changed_its_mind_or_is_gone) {
    takes = false;
    EXPECT_FALSE(acquire());
    EXPECT_EQ(count(Kind::request), 1u);
    sockets.answers = [this](Bytes const& bytes) {
        return count(Kind::discover) == 2 ? std::vector<FakeSockets::Datagram>{}
                                          : answers(Asked(bytes));
    };
    EXPECT_FALSE(acquire());
    EXPECT_EQ(sockets.queries.size(), 6u); // three requests that nobody answered
}

TEST_F(NetDhcpClient, asks_the_same_server_for_more_time_then_any_then_has_no_address) {
    ASSERT_TRUE(acquire());
    renewals = 2;
    u64 const begin_ns = alarms.now_ns();
    client.hold();
    u64 const passed_s = (alarms.now_ns() - begin_ns) / 1'000'000'000;
    EXPECT_GE(passed_s, 400u + 400 + 800 - 2);
    EXPECT_LE(passed_s, 400u + 400 + 800 + 2);
    EXPECT_EQ(ip.own, 0u);
    EXPECT_EQ(client.statistics().leases, 3u);
    EXPECT_EQ(client.statistics().expired, 1u);
    std::vector<u32> destinations;
    for (usize i = 2; i < sockets.queries.size(); ++i) {
        EXPECT_EQ(seen[i].own, address);
        EXPECT_EQ(seen[i].server, 0u);
        destinations.push_back(sockets.queries[i].destination.address);
    }
    EXPECT_EQ(destinations.front(), server.address);
    EXPECT_EQ(destinations.back(), to_all);
    EXPECT_TRUE(std::is_sorted(destinations.begin(), destinations.end()));
    EXPECT_LE(destinations.size(), 12u);
    EXPECT_TRUE(acquire());
}

TEST_F(NetDhcpClient, gives_an_address_up_that_the_server_takes_back) {
    ASSERT_TRUE(acquire());
    renewals = 1;
    takes = false;
    client.hold();
    EXPECT_EQ(ip.own, 0u);
    EXPECT_EQ(client.statistics().expired, 0u);
}

TEST_F(NetDhcpClient, takes_no_answers_of_others_nor_ones_that_are_wrong) {
    sockets.answers = [this](Bytes const& bytes) {
        Asked const asked(bytes);
        std::vector<FakeSockets::Datagram> datagrams;
        datagrams.push_back({Bytes(10)});
        datagrams.push_back({Bytes(577)});
        datagrams.push_back({answer(Kind::offer, usual_options, address + 1, asked.number ^ 1)});
        datagrams.push_back({answer(Kind::acknowledged, hex("36040a0000aa 330400000320"), address,
                                    asked.number)}); // not from the server, or not asked for
        datagrams.push_back(
            {answer(Kind::offer, usual_options, address, asked.number), {server.address, 68}});
        for (auto const& each : answers(asked))
            datagrams.push_back(each);
        return datagrams;
    };
    ASSERT_TRUE(acquire());
    EXPECT_EQ(ip.own, address);
    EXPECT_EQ(client.statistics().malformed, 4u);
    EXPECT_EQ(client.statistics().foreign, 6u);
    EXPECT_EQ(client.statistics().answers, 2u);
}

TEST_F(NetDhcpClient, gives_an_exchange_up_that_too_many_want_to_answer) {
    sockets.answers = [](Bytes const&) {
        return std::vector<FakeSockets::Datagram>(1000, {Bytes(240)});
    };
    EXPECT_FALSE(acquire());
    EXPECT_EQ(client.statistics().malformed, 64u);
}

TEST_F(NetDhcpClient, waits_where_there_is_no_socket_or_no_way) {
    sockets.can_send = false;
    EXPECT_FALSE(acquire());
    sockets.left = 0;
    u64 const begin_ns = alarms.now_ns();
    EXPECT_FALSE(acquire());
    EXPECT_GE(alarms.now_ns() - begin_ns, 4'000'000'000u);
    sockets.left = 1;
    sockets.can_send = true;
    sockets.refused_binds = 1;
    EXPECT_FALSE(acquire());
    EXPECT_TRUE(acquire());
}

TEST_F(NetDhcpClient, does_not_use_a_gateway_that_is_no_neighbour) {
    sockets.answers = [](Bytes const& bytes) {
        Asked const asked(bytes);
        Kind const kind = asked.kind == Kind::discover ? Kind::offer : Kind::acknowledged;
        return std::vector<FakeSockets::Datagram>{
            {answer(kind, hex("36040a000001 0104ffffff00 03040b000001 330400000320"), address,
                    asked.number)}};
    };
    ASSERT_TRUE(acquire());
    EXPECT_EQ(ip.gateway, 0u);
}

} // namespace
} // namespace flat::net::dhcp
