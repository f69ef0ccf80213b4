// SPDX-License-Identifier: BSD-2-Clause
// For tests: threads that take turns, time that passes when all of them wait, and a server at the
// other end of their sockets.
#pragma once

#include <core/alarm.hpp>
#include <core/bytes/big_endian.hpp>
#include <core/timed_wait.hpp>
#include <flat/thread/alarms.hpp>
#include <flat/thread/thread_manager.hpp>
#include <rpc/testing.hpp>

#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

namespace flat::rpc::concurrent::testing {

using rpc::testing::Bytes;

/// Threads of the host of which one runs at a time, until it waits. When none can go on, the next
/// alarm expires; that there is none is the end of the test.
class TurnTaking : public thread::ThreadManager, public thread::Alarms {
public:
    /// Runs all of these, until the last one has ended.
    void run(std::vector<std::function<void()>> bodies) {
        can_run_ = bodies.size();
        std::vector<std::thread> threads;
        for (auto& body : bodies)
            threads.emplace_back([this, body] {
                mutex_.lock();
                body();
                leave();
                mutex_.unlock();
            });
        for (std::thread& each : threads)
            each.join();
    }

    Result<core::AbstractResource*, core::BindingError> create(Span<u8 const>) override {
        return core::BindingError{core::BindingError::Code::exhausted};
    }
    Result<Top*, core::BindingError> bind(core::Name&, Span<u8 const>) override {
        return core::BindingError{core::BindingError::Code::exhausted};
    }
    void yield() override {
        mutex_.unlock();
        std::this_thread::yield();
        mutex_.lock();
    }
    void exit() override { std::abort(); }
    u64 running() override { return std::hash<std::thread::id>{}(std::this_thread::get_id()); }
    u64 ticket() override { return notifications_; }
    bool wait(u64 condition, u64 ticket) override {
        if (ended.count(running()) != 0) return false;
        if (ticket != notifications_) return true;
        std::unique_lock lock(mutex_, std::adopt_lock);
        Waiting own{condition};
        waiting_.push_back(&own);
        leave();
        changed_.wait(lock, [&] { return own.is_notified; });
        lock.release();
        return true;
    }
    void notify(u64 condition) override { notify_all(condition); }
    void notify_all(u64 condition) override {
        ++notifications_;
        auto const is_meant = [&](Waiting* each) {
            if (each->condition != condition) return false;
            each->is_notified = true;
            ++can_run_;
            return true;
        };
        waiting_.erase(std::remove_if(waiting_.begin(), waiting_.end(), is_meant), waiting_.end());
        changed_.notify_all();
    }

    u64 now_ns() override { return now_; }
    void set(Alarm& alarm, u64 delay_ns) override { due_[&alarm] = now_ + delay_ns; }
    void cancel(Alarm& alarm) override { due_.erase(&alarm); }

    std::set<u64> ended; // threads that must not wait

private:
    struct Waiting {
        u64 condition;
        bool is_notified = false;
    };

    /// The thread cannot go on. The lock is held.
    void leave() {
        --can_run_;
        while (can_run_ == 0 && !waiting_.empty()) {
            auto const next =
                std::min_element(due_.begin(), due_.end(),
                                 [](auto const& a, auto const& b) { return a.second < b.second; });
            if (next == due_.end()) std::abort(); // all wait for ever
            now_ = next->second;
            Alarm& alarm = *next->first;
            due_.erase(next);
            alarm.expired();
        }
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<Waiting*> waiting_;
    usize can_run_ = 0;
    u64 notifications_ = 0;
    u64 now_ = 1'000'000'000;
    std::map<Alarm*, u64> due_;
};

/// Connections with a server that gets the words of each call, and answers when it wants.
class ServedSockets : public net::Sockets {
public:
    using SocketError = net::SocketError;
    using Endpoint = net::Endpoint;

    ServedSockets(TurnTaking& threads) : threads_(threads) {}

    /// What a server does with a call; in the thread that calls.
    std::function<void(std::vector<u32> const&)> on_call;

    /// Sends a record with these words to the client.
    void reply(std::vector<u32> const& words) {
        Bytes const bytes = rpc::testing::words(words);
        send_bytes(rpc::testing::words({(1u << 31) | static_cast<u32>(bytes.size())}));
        send_bytes(bytes);
    }
    void send_bytes(Bytes const& bytes) {
        arrived_.insert(arrived_.end(), bytes.begin(), bytes.end());
        threads_.notify_all(address_of(this));
    }
    /// Ends the connection, after what was sent on it.
    void hang_up() {
        has_ended_ = true;
        threads_.notify_all(address_of(this));
    }

    u32 connections = 0;
    u32 are_open = 0;
    usize receive_max = 1000; // at once

    Result<u32, SocketError> open(Kind) override {
        ++are_open;
        return ++connections;
    }
    void close(u32) override { --are_open; }
    Result<void, SocketError> connect(u32, Endpoint const&) override {
        arrived_.clear();
        call_.clear();
        has_ended_ = false;
        return {};
    }
    Result<usize, SocketError> send(u32, Span<u8 const> bytes) override {
        if (has_ended_) return SocketError{SocketError::closed};
        call_.insert(call_.end(), bytes.begin(), bytes.end());
        while (call_.size() >= 4) {
            usize const size = load_big_endian(call_.data()) & 0x7fff'ffff;
            if (call_.size() < 4 + size) break;
            std::vector<u32> words;
            for (usize at = 4; at < 4 + size; at += 4)
                words.push_back(load_big_endian(call_.data() + at));
            call_.erase(call_.begin(), call_.begin() + static_cast<long>(4 + size));
            on_call(words);
        }
        return bytes.size();
    }
    Result<usize, SocketError> receive(u32, Span<u8> bytes) override {
        if (arrived_.empty()) return SocketError{SocketError::closed};
        usize const size = std::min({arrived_.size(), bytes.size(), receive_max});
        std::copy_n(arrived_.begin(), size, bytes.begin());
        arrived_.erase(arrived_.begin(), arrived_.begin() + static_cast<long>(size));
        return size;
    }
    Result<u64, SocketError> wait_readable(u32, u64 timeout_ns) override {
        TimedWait const time(threads_, threads_, address_of(this), timeout_ns);
        for (;;) {
            u64 const ticket = threads_.ticket();
            if (!arrived_.empty() || has_ended_) return std::max<u64>(time.left_ns(), 1);
            if (time.left_ns() == 0) return u64{0};
            if (!threads_.wait(address_of(this), ticket)) return SocketError{SocketError::failed};
        }
    }

    Result<Endpoint, SocketError> bind(u32, Endpoint const&) override { return unused(); }
    Result<void, SocketError> listen(u32) override { return unused(); }
    Result<u32, SocketError> accept(u32) override { return unused(); }
    Result<void, SocketError> send_to(u32, Span<u8 const>, Endpoint const&) override {
        return unused();
    }
    Result<Received, SocketError> receive_from(u32, Span<u8>) override { return unused(); }
    Result<void, SocketError> watch(u32) override { return unused(); }
    Result<u32, SocketError> wait_watched() override { return unused(); }

private:
    static SocketError unused() { return SocketError{SocketError::invalid}; }

    TurnTaking& threads_;
    std::deque<u8> arrived_;
    Bytes call_;
    bool has_ended_ = false;
};

} // namespace flat::rpc::concurrent::testing
