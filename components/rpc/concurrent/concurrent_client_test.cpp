// SPDX-License-Identifier: BSD-2-Clause
// Tests of calls at once on one connection, with servers that answer as they like.
#include <rpc/concurrent/concurrent_client.hpp>

#include <rpc/auth_none.hpp>
#include <rpc/concurrent/testing.hpp>

#include <gtest/gtest.h>
#include <random>

namespace flat::rpc::concurrent {
namespace {

constexpr u64 ms = 1'000'000;
constexpr RpcError timed_out{RpcError::timed_out};
constexpr RpcError cant_receive{RpcError::cant_receive};

/// A call as the server sees it: its transaction, and the word that it brings.
struct Call {
    u32 transaction;
    u32 word;
};

/// An old credential, and the one that takes its place, once.
class OldCredential final : public Auth {
public:
    Result<void, XdrError> marshal(XdrStream& stream) override {
        for (u32 i = 0; i < 4; ++i) // no credential and no verifier
            TRY(stream.put_word(0));
        return {};
    }
    bool validate(u32, Span<u8 const>) override { return true; }
    bool refresh() override { return exchange(is_old_, false); }

private:
    bool is_old_ = true;
};

class SomeClient final : public ConcurrentClient {
public:
    using ConcurrentClient::ConcurrentClient;
};

class RpcConcurrentClient : public ::testing::Test {
protected:
    RpcConcurrentClient() {
        make_client(auth);
        sockets.on_call = [this](std::vector<u32> const& words) {
            calls.push_back({words.at(0), words.back()});
            if (on_call) on_call();
        };
    }
    ~RpcConcurrentClient() {
        client.reset();
        EXPECT_EQ(sockets.are_open, 0u);
        EXPECT_EQ(allocator.taken(), 0u);
    }

    void make_client(Auth& with) {
        client.emplace(
            ConcurrentClient::Ports{.auth = with,
                                    .sockets = sockets,
                                    .allocator = allocator,
                                    .threads = threads,
                                    .alarms = threads},
            ConcurrentClient::Attributes{
                .program = 300, .version = 1, .fragment_bytes = 1024, .record_bytes = 1000});
    }

    /// What a server of ours answers to a word.
    static u32 answer_to(u32 word) { return word * 3 + 1; }

    void answer(Call const& to) {
        sockets.reply({to.transaction, 1, 0, 0, 0, 0, answer_to(to.word)});
    }

    /// A call in the thread that it is made in: nothing if the right answer came.
    std::optional<RpcError> call(u32 word, u64 timeout_ns = 1000 * ms) {
        rpc::testing::Words sent, received;
        sent.word = word;
        auto const outcome = client->call(5, sent, received, timeout_ns);
        if (outcome.is_error()) return outcome.error();
        EXPECT_EQ(received.word, answer_to(word));
        return std::nullopt;
    }
    std::function<void()> caller(u32 word, std::optional<RpcError> expected = {}) {
        return [=, this] { EXPECT_EQ(call(word), expected) << word; };
    }
    /// Has something happen with the last of so many calls.
    void with_last_of(usize count, std::function<void()> what) {
        on_call = [=, this] {
            if (calls.size() == count) what();
        };
    }

    testing::TurnTaking threads;
    testing::ServedSockets sockets{threads};
    rpc::testing::FakeAllocator allocator;
    AuthNone auth{{}, {}};
    std::vector<Call> calls;
    std::function<void()> on_call;
    std::optional<SomeClient> client;
};

TEST_F(RpcConcurrentClient, calls_are_under_way_at_once_and_answered_in_any_order) {
    with_last_of(3, [this] {
        for (u32 const each : {2u, 0u, 1u})
            answer(calls[each]);
    });
    threads.run({caller(10), caller(11), caller(12)});
    EXPECT_EQ(calls.size(), 3u);
    EXPECT_EQ(sockets.connections, 1u);
}

TEST_F(RpcConcurrentClient, replies_that_come_twice_or_to_nobody_are_skipped) {
    with_last_of(2, [this] {
        sockets.reply({});
        sockets.reply({4711, 1, 0, 0, 0, 0, 1});
        for (Call const& each : {calls[1], calls[1], calls[0], calls[0]})
            answer(each);
    });
    threads.run({caller(10), caller(11)});
    on_call = [this] { answer(calls.back()); };
    threads.run({caller(12)});
    EXPECT_EQ(sockets.connections, 1u);
}

TEST_F(RpcConcurrentClient, one_that_is_not_answered_costs_nobody_else_anything) {
    on_call = [this] {
        if (calls.back().word != 10) answer(calls.back());
        threads.notify_all(0);
    };
    auto const others = [this] {
        while (calls.empty())
            threads.wait(0, threads.ticket());
        for (u32 word = 20; word < 30; ++word)
            EXPECT_EQ(call(word), std::nullopt);
    };
    threads.run({others, caller(10, timed_out)});
    answer(calls[0]); // too late
    threads.run({caller(12)});
    EXPECT_EQ(sockets.connections, 1u) << "a server that answers is there";
}

TEST_F(RpcConcurrentClient, when_nothing_comes_the_connection_is_given_up) {
    threads.run({caller(10, timed_out)});
    on_call = [this] { answer(calls.back()); };
    threads.run({caller(11), caller(12)});
    EXPECT_EQ(sockets.connections, 2u);
}

TEST_F(RpcConcurrentClient, with_the_connection_all_calls_end_and_the_next_makes_another) {
    with_last_of(3, [this] {
        answer(calls[1]);
        sockets.send_bytes({0x80, 0, 0}); // the beginning of a record
        sockets.hang_up();
    });
    std::vector<std::optional<RpcError>> outcomes;
    auto const one = [&](u32 word) { return [&, word] { outcomes.push_back(call(word)); }; };
    threads.run({one(10), one(11), one(12)});
    EXPECT_EQ(std::count(outcomes.begin(), outcomes.end(), std::nullopt), 1);
    EXPECT_EQ(std::count(outcomes.begin(), outcomes.end(), cant_receive), 2);
    on_call = [this] { answer(calls.back()); };
    threads.run({caller(13)});
    EXPECT_EQ(sockets.connections, 2u);
}

TEST_F(RpcConcurrentClient, a_thread_that_must_not_wait_leaves_and_others_read_on) {
    on_call = [this] {
        if (calls.back().word == 10) threads.ended.insert(threads.running());
        if (calls.size() == 3)
            for (Call const& each : calls)
                answer(each);
    };
    threads.run({[this] {
                     auto const outcome = call(10);
                     EXPECT_TRUE(!outcome || outcome == cant_receive);
                 },
                 caller(11), caller(12)});
    EXPECT_EQ(sockets.connections, 1u);
}

TEST_F(RpcConcurrentClient, what_the_server_says_is_told_to_the_one_who_asked) {
    with_last_of(2, [this] {
        sockets.reply({calls[1].transaction, 1, 0, 0, 0, 3}); // no such procedure
        sockets.reply({calls[0].transaction, 1, 0, 0, 0, 0}); // no results
    });
    std::map<u32, std::optional<RpcError>> outcomes;
    auto const one = [&](u32 word) { return [&, word] { outcomes[word] = call(word); }; };
    threads.run({one(10), one(11)});
    EXPECT_EQ(outcomes[calls[1].word], RpcError{RpcError::procedure_unavailable});
    EXPECT_EQ(outcomes[calls[0].word], RpcError{RpcError::cant_decode_results});
    EXPECT_EQ(sockets.connections, 1u);
}

TEST_F(RpcConcurrentClient, calls_that_are_refused_for_one_old_credential_all_get_the_new_one) {
    OldCredential old;
    make_client(old);
    on_call = [this] {
        if (calls.size() > 2) answer(calls.back());
        if (calls.size() != 2) return;
        for (Call const& each : calls)
            sockets.reply({each.transaction, 1, 1, 1, 2});
    };
    threads.run({caller(10), caller(11)});
    EXPECT_EQ(calls.size(), 4u);
    on_call = [this] { sockets.reply({calls.back().transaction, 1, 1, 1, 2}); };
    threads.run({caller(12, RpcError{RpcError::authentication})});
    client.reset();
}

TEST_F(RpcConcurrentClient, calls_that_are_only_sent_wait_for_nothing) {
    threads.run({[this] { EXPECT_EQ(call(10, 0), timed_out); }});
    on_call = [this] {
        answer(calls[0]);
        answer(calls.back());
    };
    threads.run({caller(11)});
}

TEST_F(RpcConcurrentClient, led_to_another_server_calls_that_wait_fail) {
    with_last_of(2, [this] { threads.notify_all(0); });
    auto const lead = [this] {
        while (calls.size() < 2)
            threads.wait(0, threads.ticket());
        client->redirect({0x0a000001, 5000});
        answer(calls[0]); // by the old one, whose reader learns of it so
    };
    threads.run({caller(10, cant_receive), caller(11, cant_receive), lead});
    on_call = [this] { answer(calls.back()); };
    threads.run({caller(12)});
    EXPECT_EQ(sockets.connections, 2u);
}

TEST_F(RpcConcurrentClient, nobody_waits_longer_than_wanted_for_the_end_of_an_old_connection) {
    with_last_of(1, [this] { threads.notify_all(0); });
    auto const lead = [this] {
        while (calls.empty())
            threads.wait(0, threads.ticket());
        client->redirect({0x0a000001, 5000});
        u64 const before = threads.now_ns();
        EXPECT_EQ(call(11, 50 * ms), timed_out);
        EXPECT_EQ(threads.now_ns() - before, 50 * ms);
        on_call = [this] { answer(calls.back()); };
        EXPECT_EQ(call(12, 2000 * ms), std::nullopt);
    };
    threads.run({caller(10, timed_out), lead});
    EXPECT_EQ(calls.size(), 2u) << "what was not sent";
    EXPECT_EQ(sockets.connections, 2u);
}

/// All that can go wrong, at random: each call ends with the right answer or an error, and when
/// the server is well again, all of them are answered.
TEST_F(RpcConcurrentClient, a_server_that_does_anything_confuses_no_two_calls) {
    char const* const told = std::getenv("FLAT_SEED");
    u32 const seed = told ? static_cast<u32>(std::atoi(told)) : std::random_device{}();
    std::printf("seed %u\n", seed); // of what the server does; threads run in any order
    std::mt19937 random(seed);
    std::vector<Call> kept;
    u32 answered = 0;
    sockets.receive_max = 7;
    on_call = [&] {
        kept.push_back(calls.back());
        for (u32 i = random() % 3; i > 0 && !kept.empty(); --i) {
            usize const which = random() % kept.size();
            Call const to = kept[which];
            if (random() % 8 != 0) kept.erase(kept.begin() + static_cast<long>(which)); // or again
            if (random() % 8 != 0) answer(to);                                          // or never
        }
        if (random() % 32 == 0) sockets.reply({static_cast<u32>(random()), 1, 0, 0, 0, 0, 5});
        if (random() % 64 == 0) sockets.hang_up();
        if (random() % 256 == 0) sockets.send_bytes({1, 2, 3, 4});
    };
    std::vector<std::function<void()>> bodies;
    for (u32 thread = 0; thread < 5; ++thread)
        bodies.emplace_back([&, thread] {
            for (u32 i = 0; i < 100; ++i)
                if (!call(thread * 1000 + i, (1 + random() % 50) * ms)) ++answered;
        });
    threads.run(bodies);
    EXPECT_GT(answered, 0u);
    on_call = [this] { answer(calls.back()); };
    threads.run({[this] { (void)call(1); }}); // a connection may have been left broken
    threads.run({caller(2), caller(3), caller(4)});
}

} // namespace
} // namespace flat::rpc::concurrent
