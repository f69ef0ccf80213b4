// SPDX-License-Identifier: BSD-2-Clause
// Tests of calls between kernels over a network that is as bad as it can be.
#include <remote/datagram_peer.hpp>
#include <remote/desk.hpp>
#include <remote/loopback.hpp>

#include <cstdlib>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <random>
#include <vector>

namespace flat::remote {
namespace {

using Bytes = std::vector<u8>;

class HeapAllocator : public memory::Allocator {
public:
    Result<vaddr, memory::MemoryError> allocate(u64 bytes, u64) override {
        return address_of(std::malloc(bytes));
    }
    void free(vaddr address) override { std::free(pointer_to<void>(address)); }
};

/// Answers with what it got, each byte one more, and knows how often it was asked what.
class Echo : public Exported {
public:
    u64 identity() override { return 7; }
    Result<usize, RemoteError> answer(u32 method, Partner&, Span<u8 const> request,
                                      Span<u8> answer) override {
        ++asked[Bytes(request.begin(), request.end())];
        if (method == 1) return RemoteError{RemoteError::Code::malformed};
        for (usize i = 0; i < request.size(); ++i)
            answer[i] = static_cast<u8>(request[i] + 1);
        return request.size();
    }

    std::map<Bytes, u32> asked;
};

constexpr u64 type_of_passed = 11;

/// An object that is passed, and adds one to a number after its name.
class Adder : public Partner::Passed {
public:
    u64 type() override { return type_of_passed; }
    Result<usize, RemoteError> answer(u32 method, Partner&, Span<u8 const> request,
                                      Span<u8> answer) override {
        ++asked;
        u64 words[2];
        if (method != 2 || request.size() != sizeof words || answer.size() < sizeof words)
            return RemoteError{RemoteError::Code::malformed};
        memcpy(words, request.data(), sizeof words);
        if (then) then();
        ++words[1];
        memcpy(answer.data(), words, sizeof words);
        return sizeof words;
    }
    bool is_far() override { return false; }
    void enter() override {}
    void leave() override {}
    bool take_back(u64) override { return false; }
    void abandon() override { ++abandoned; }

    std::function<void()> then;
    u32 asked = 0;
    u32 abandoned = 0;
};

/// Asks an object by the name and the type that it gets, and says what came;
/// passes one of its own if the name is 0.
class Asker : public Exported {
public:
    u64 identity() override { return 8; }
    Result<usize, RemoteError> answer(u32, Partner& partner, Span<u8 const> request,
                                      Span<u8> answer) override {
        u64 words[3];
        memcpy(words, request.data(), sizeof words);
        if (words[0] == 0) {
            words[0] = partner.pass(own);
        } else {
            Span<u64 const> const sent(words, 2);
            u64 got[2];
            auto const outcome =
                partner.call(words[2], 2, bytes_of(sent), writable_bytes_of(Span<u64>(got)));
            ++(outcome.is_error() ? refused : asked);
            words[1] = outcome.is_error() ? 0 : got[1];
        }
        memcpy(answer.data(), words, sizeof words);
        return sizeof words;
    }

    Adder own;
    u32 asked = 0;
    u32 refused = 0;
};

/// What can be made anew in its place.
template<class Component>
class Made final : public Component {
public:
    using Component::Component;
};

class RemoteCalls : public ::testing::Test {
protected:
    /// Makes the network anew, and both ends of it.
    void connect(u32 fault_percent, u32 seed, u32 tries = 8) {
        tries_ = tries;
        peer.reset();
        desk.reset();
        network.emplace(Loopback::Ports{.allocator = allocator},
                        Loopback::Attributes{.fault_percent = fault_percent, .seed = seed});
        open_desk();
        network->late_listener().bind(listener);
        peer.emplace(DatagramPeer::Ports{.datagrams = network->near(),
                                         .allocator = allocator,
                                         .threads = {}},
                     DatagramPeer::Attributes{.server = "near",
                                              .tries = tries,
                                              .first_ms = 1,
                                              .most_ms = 4,
                                              .message_bytes = 0x8000});
        back.peer = &*peer;
        network->late_back().bind(back);
    }

    /// A kernel that begins anew knows nothing of its earlier life.
    void open_desk() {
        desk.reset();
        desk.emplace(
            Desk::Ports{.objects = {objects}, .datagrams = network->far(), .allocator = allocator},
            Desk::Attributes{.sessions = 2,
                             .message_bytes = 0x8000,
                             .tries = tries_,
                             .first_ms = 1,
                             .most_ms = 4});
        listener.desk = &*desk;
    }

    /// Whether a call is answered, rightly.
    bool call(Bytes const& request, u32 method = 0, u64 identity = 7) {
        Bytes answer(request.size());
        auto const outcome =
            peer->call(identity, method, Span<u8 const>(request.data(), request.size()),
                       Span<u8>(answer.data(), answer.size()));
        if (outcome.is_error()) return false;
        EXPECT_EQ(outcome.value(), request.size());
        for (usize i = 0; i < request.size(); ++i)
            EXPECT_EQ(answer[i], static_cast<u8>(request[i] + 1));
        return true;
    }

    /// Has the server ask what has a name and a type; what that answers, 0 if it is refused, and
    /// nothing if the server cannot be reached.
    std::optional<u64> ask(u64 name, u64 number, u64 type = type_of_passed) {
        u64 words[] = {name, number, type};
        Span<u64> const all(words);
        auto const outcome = peer->call(8, 0, bytes_of(all), writable_bytes_of(all));
        if (outcome.is_error()) return {};
        return name == 0 ? words[0] : words[1];
    }

    /// Whether no call was carried out twice.
    bool at_most_once() const {
        for (auto const& [request, count] : echo.asked)
            if (count > 1) return false;
        return true;
    }

    /// A request that no other one equals.
    static Bytes request_of(u32 number, usize bytes) {
        Bytes made(std::max<usize>(bytes, sizeof number));
        for (usize i = 0; i < made.size(); ++i)
            made[i] = static_cast<u8>(i * 7 + number);
        memcpy(made.data(), &number, sizeof number);
        return made;
    }

    struct Listener final : net::DatagramListener {
        void arrived(Span<u8 const> datagram, u64 sender) override {
            if (desk) desk->arrived(datagram, sender);
        }
        Desk* desk = nullptr;
    };

    u32 tries_ = 8;
    HeapAllocator allocator;
    Echo echo;
    Asker asker;
    Adder adder;
    Exported* objects[2] = {&echo, &asker};
    struct Back final : net::DatagramListener {
        void arrived(Span<u8 const> datagram, u64 sender) override {
            if (peer) peer->arrived(datagram, sender);
        }
        DatagramPeer* peer = nullptr;
    };

    Listener listener;
    Back back;
    std::optional<Made<Loopback>> network;
    std::optional<Made<Desk>> desk;
    std::optional<Made<DatagramPeer>> peer;
};

TEST_F(RemoteCalls, are_answered_whatever_their_length) {
    connect(0, 1);
    u32 number = 0;
    for (usize const bytes : {0u, 5u, 1424u, 1425u, 4096u, 30000u})
        EXPECT_TRUE(call(request_of(number++, bytes)));
    EXPECT_TRUE(call({}));
    EXPECT_TRUE(at_most_once());
    EXPECT_EQ(echo.asked.size(), number + 1);
}

TEST_F(RemoteCalls, are_right_or_unreachable_over_a_bad_network_and_never_carried_out_twice) {
    u32 number = 0;
    u32 answered = 0;
    for (u32 seed = 1; seed <= 60; ++seed) {
        connect(5 + seed % 6 * 5, seed);
        for (u32 i = 0; i < 25; ++i)
            answered += call(request_of(++number, i % 5 == 0 ? 9000 : i * 3));
    }
    EXPECT_TRUE(at_most_once());
    EXPECT_GT(answered, number * 9 / 10); // sending again helps
    EXPECT_LT(answered, number);          // and there were some that it did not help
    EXPECT_GE(echo.asked.size(), answered);
}

TEST_F(RemoteCalls, are_unreachable_when_nobody_is_there) {
    connect(0, 1);
    listener.desk = nullptr;
    EXPECT_FALSE(call(request_of(1, 10)));
    open_desk();
    EXPECT_TRUE(call(request_of(2, 10)));
    listener.desk = nullptr;
    EXPECT_FALSE(call(request_of(3, 10)));
    EXPECT_EQ(echo.asked.size(), 1u);
}

TEST_F(RemoteCalls, of_a_kernel_that_has_begun_anew_fail_once) {
    connect(0, 1);
    EXPECT_TRUE(call(request_of(1, 10)));
    open_desk();
    EXPECT_FALSE(call(request_of(2, 10)));
    EXPECT_TRUE(call(request_of(3, 10)));
    EXPECT_EQ(echo.asked.count(request_of(2, 10)), 0u);
}

TEST_F(RemoteCalls, of_a_client_whose_session_others_have_got_fail_once) {
    connect(0, 1);
    EXPECT_TRUE(call(request_of(1, 10)));
    for (u64 client = 100; client < 103; ++client) {
        u8 datagram[sizeof(DatagramHeader)];
        DatagramHeader hello;
        hello.session = client;
        seal(datagram, hello);
        desk->arrived(datagram, 5);
    }
    EXPECT_FALSE(call(request_of(2, 10)));
    EXPECT_TRUE(call(request_of(3, 10)));
    EXPECT_TRUE(at_most_once());
}

TEST_F(RemoteCalls, of_nothing_that_is_there_are_refused_and_others_go_on) {
    connect(0, 1);
    EXPECT_FALSE(call(request_of(1, 10), 0, 8));
    EXPECT_FALSE(call(request_of(2, 10), 1));
    EXPECT_FALSE(call(request_of(3, 10), 0x10000));
    EXPECT_TRUE(call(request_of(4, 10)));
}

TEST_F(RemoteCalls, can_be_called_back_while_they_wait) {
    connect(0, 1);
    u64 const name = peer->pass(adder);
    EXPECT_EQ(ask(name, 41), 42u);
    EXPECT_EQ(ask(name, 7), 8u);
    EXPECT_EQ(adder.asked, 2u);
}

TEST_F(RemoteCalls, are_called_back_at_most_once_over_a_bad_network) {
    u32 answered = 0;
    for (u32 seed = 1; seed <= 60; ++seed) {
        connect(5 + seed % 6 * 5, seed);
        for (u32 i = 0; i < 10; ++i) {
            adder.asked = 0;
            u64 const name = peer->pass(adder);
            auto const outcome = ask(name, i);
            if (outcome && *outcome != 0) EXPECT_EQ(*outcome, i + 1);
            answered += outcome && *outcome != 0;
            EXPECT_LE(adder.asked, 1u);
            peer->withdraw(name);
        }
    }
    EXPECT_GT(answered, 500u);
    EXPECT_LT(answered, 600u);
}

TEST_F(RemoteCalls, can_be_made_in_a_call_back_but_not_for_ever) {
    connect(0, 1);
    u64 const name = peer->pass(adder);
    std::vector<bool> reached;
    adder.then = [&] { reached.push_back(ask(name, 1).has_value()); };
    EXPECT_EQ(ask(name, 41), 42u);
    // The deepest is refused, as there is no level for it.
    EXPECT_EQ(reached, (std::vector<bool>{false, true, true, true}));
    EXPECT_EQ(ask(name, 5), 6u);
}

TEST_F(RemoteCalls, call_back_nothing_but_what_has_been_passed) {
    connect(0, 1);
    u64 const name = peer->pass(adder);
    std::mt19937_64 random(3);
    for (int i = 0; i < 64; ++i)
        EXPECT_EQ(ask(name ^ u64{1} << i, 1), 0u) << i;
    for (int i = 0; i < 200; ++i)
        EXPECT_EQ(ask(random() | 1, 1), 0u);
    EXPECT_EQ(ask(name, 1, type_of_passed + 1), 0u); // another interface
    EXPECT_EQ(adder.asked, 0u);
    EXPECT_EQ(ask(name, 1), 2u);
    peer->withdraw(name);
    EXPECT_EQ(ask(name, 1), 0u);
    u64 const again = peer->pass(adder);
    EXPECT_NE(again, name);
    EXPECT_EQ(ask(name, 1), 0u); // the place is another's
    EXPECT_EQ(ask(again, 1), 2u);
    EXPECT_TRUE(call(request_of(1, 10)));
}

TEST_F(RemoteCalls, have_room_for_so_many_objects) {
    connect(0, 1);
    for (u32 i = 0; i < PassedTable::places; ++i)
        EXPECT_NE(peer->pass(adder), 0u);
    EXPECT_EQ(peer->pass(adder), 0u);
}

TEST_F(RemoteCalls, end_with_all_that_was_held) {
    connect(0, 1);
    static_cast<void>(peer->pass(adder));
    EXPECT_NE(ask(0, 0), 0u); // the client holds something, too
    open_desk();
    EXPECT_EQ(asker.own.abandoned, 1u);
    EXPECT_EQ(adder.abandoned, 0u);
    EXPECT_FALSE(call(request_of(1, 10))); // the server has begun anew
    EXPECT_EQ(adder.abandoned, 1u);
    EXPECT_NE(ask(0, 0), 0u);
    listener.desk = nullptr;
    static_cast<void>(peer->pass(adder));
    EXPECT_FALSE(call(request_of(2, 10))); // nobody is there
    EXPECT_EQ(adder.abandoned, 2u);
    listener.desk = &*desk;
    EXPECT_EQ(asker.own.abandoned, 1u);
    EXPECT_TRUE(call(request_of(3, 10))); // the client has begun anew
    EXPECT_EQ(asker.own.abandoned, 2u);
}

TEST_F(RemoteCalls, of_clients_that_do_not_reply_end_their_sessions) {
    connect(0, 1);
    EXPECT_NE(ask(0, 0), 0u);
    back.peer = nullptr;
    EXPECT_FALSE(ask(peer->pass(adder), 1));
    EXPECT_EQ(asker.refused, 1u);
    EXPECT_EQ(asker.own.abandoned, 1u);
}

TEST_F(RemoteCalls, survive_whatever_anybody_sends) {
    std::mt19937 random(9);
    connect(0, 1);
    ASSERT_TRUE(call(request_of(1, 100)));
    for (int i = 0; i < 50000; ++i) {
        u8 datagram[200];
        for (u8& each : datagram)
            each = static_cast<u8>(random());
        DatagramHeader header;
        header.kind = static_cast<DatagramKind>(1 + random() % 8);
        header.session = random() % 3;
        header.sequence = random() % 4;
        header.level = random() % 6;
        header.object = random() % 2 ? 7 : random();
        header.total = random() % 300;
        header.fragments = static_cast<u16>(1 + random() % 3);
        header.fragment = static_cast<u16>(random() % 4);
        Span<u8> const whole =
            Span<u8>(datagram).first(sizeof header + random() % (sizeof datagram - sizeof header));
        if (random() % 4 != 0) seal(whole, header);
        desk->arrived(whole, random() % 3);
        static_cast<void>(network->far().send(whole, 1)); // and to the client
        if (i % 100 == 0) static_cast<void>(call(request_of(1000000 + i, 50)));
    }
    while (!call(request_of(2, 100))) {
    } // its session may be gone
}

} // namespace
} // namespace flat::remote
