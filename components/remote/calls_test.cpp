// SPDX-License-Identifier: BSD-2-Clause
// Tests of calls between kernels over a network that is as bad as it can be.
#include <remote/datagram_peer.hpp>
#include <remote/desk.hpp>
#include <remote/loopback.hpp>

#include <cstdlib>
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
    Result<usize, RemoteError> answer(u32 method, Span<u8 const> request,
                                      Span<u8> answer) override {
        ++asked[Bytes(request.begin(), request.end())];
        if (method == 1) return RemoteError{RemoteError::Code::malformed};
        for (usize i = 0; i < request.size(); ++i)
            answer[i] = static_cast<u8>(request[i] + 1);
        return request.size();
    }

    std::map<Bytes, u32> asked;
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
        peer.reset();
        desk.reset();
        network.emplace(Loopback::Ports{.allocator = allocator},
                        Loopback::Attributes{.fault_percent = fault_percent, .seed = seed});
        open_desk();
        network->late_listener().bind(listener);
        peer.emplace(DatagramPeer::Ports{.datagrams = network->near(), .threads = {}},
                     DatagramPeer::Attributes{
                         .server = "near", .tries = tries, .first_ms = 1, .most_ms = 4});
    }

    /// A kernel that begins anew knows nothing of its earlier life.
    void open_desk() {
        desk.reset();
        desk.emplace(
            Desk::Ports{.objects = {objects}, .datagrams = network->far(), .allocator = allocator},
            Desk::Attributes{.sessions = 2, .message_bytes = 0x8000});
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

    HeapAllocator allocator;
    Echo echo;
    Exported* objects[1] = {&echo};
    Listener listener;
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

TEST_F(RemoteCalls, survive_whatever_anybody_sends) {
    std::mt19937 random(9);
    connect(0, 1);
    ASSERT_TRUE(call(request_of(1, 100)));
    for (int i = 0; i < 50000; ++i) {
        u8 datagram[200];
        for (u8& each : datagram)
            each = static_cast<u8>(random());
        DatagramHeader header;
        header.kind = static_cast<DatagramKind>(1 + random() % 5);
        header.session = random() % 3;
        header.sequence = random() % 4;
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
