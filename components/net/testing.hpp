// SPDX-License-Identifier: BSD-2-Clause
// Buffers, memory, links, sockets, time, and uppers, for tests of what handles messages.
#pragma once

#include <core/alarm.hpp>
#include <core/net/message.hpp>
#include <flat/memory/allocator.hpp>
#include <flat/net/buffers.hpp>
#include <flat/net/link.hpp>
#include <flat/net/receiver.hpp>
#include <flat/net/session.hpp>
#include <flat/net/sockets.hpp>
#include <flat/net/upper.hpp>
#include <flat/thread/alarms.hpp>
#include <flat/thread/thread_manager.hpp>

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace flat::net::testing {

using Bytes = std::vector<u8>;

/// Buffers in the host's memory, each of its own so that the sanitizers guard its ends; a physical
/// address is the host's.
class TestBuffers : NonCopyable {
public:
    explicit TestBuffers(u32 count) : count_(count) {
        for (u32 i = 0; i < count; ++i) {
            Buffer& buffer = buffers_.emplace_back();
            buffer.bytes = new u8[Buffer::size_bytes];
            buffer.physical = address_of(buffer.bytes);
            pool_.add(buffer);
        }
    }
    ~TestBuffers() {
        for (Buffer& buffer : buffers_)
            delete[] buffer.bytes;
    }

    BufferPool& pool() { return pool_; }
    u32 used() { return count_ - pool_.free_count(); }

    /// A message of these bytes.
    Message message(Bytes const& bytes) {
        Message message(pool_);
        if (message.append({bytes.data(), bytes.size()}).is_error()) __builtin_trap();
        return message;
    }

private:
    std::deque<Buffer> buffers_;
    BufferPool pool_;
    u32 count_;
};

/// Buffers of its own, all of which must come back.
class OwnBuffers : public Buffers {
public:
    explicit OwnBuffers(u32 count) : all(count) {}
    ~OwnBuffers() {
        if (all.used() != 0) __builtin_trap();
    }
    BufferPool& pool() override { return all.pool(); }
    TestBuffers all;
};

/// All bytes of a message.
inline Bytes bytes_of(Message const& message) {
    Bytes bytes(message.size());
    message.copy_to(0, {bytes.data(), bytes.size()});
    return bytes;
}

/// Bytes that differ from each other, and from those of another seed.
inline Bytes pattern(usize size, u32 seed = 1) {
    Bytes bytes(size);
    for (usize i = 0; i < size; ++i)
        bytes[i] = static_cast<u8>((i + seed) * 167 >> 3);
    return bytes;
}

/// Remembers what has been received.
class TestReceiver : public Receiver {
public:
    void received(Message& frame) override {
        frames.push_back(bytes_of(frame));
        places.push_back(frame.pieces().size() == 1 ? frame.pieces()[0].begin : nullptr);
    }
    void state_changed(Link::State const& state) override { states.push_back(state); }

    std::vector<Bytes> frames;
    std::vector<u8 const*> places; ///< Where each frame lay that was in one piece, or null.
    std::vector<Link::State> states;
};

/// The host's memory, all of which must come back; `left` pieces can be had.
class TestAllocator : public memory::Allocator, NonCopyable {
public:
    ~TestAllocator() {
        if (!taken_.empty()) __builtin_trap();
    }
    Result<vaddr, memory::MemoryError> allocate(usize bytes, usize alignment) override {
        if (left == 0) return memory::MemoryError{memory::MemoryError::Code::out_of_memory};
        --left;
        void* const place =
            std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
        taken_.insert(place);
        return address_of(place);
    }
    void free(vaddr address) override {
        if (address == 0) return;
        if (taken_.erase(pointer_to<void>(address)) != 1) __builtin_trap();
        std::free(pointer_to<void>(address));
    }
    usize taken() const { return taken_.size(); }

    usize left = ~usize(0);

private:
    std::set<void*> taken_;
};

/// Remembers what is delivered, and takes it if it `wants` it.
class TestUpper : public Upper {
public:
    struct Delivery {
        Participants participants;
        Bytes bytes;
    };
    struct Failed {
        Participants participants;
        Report report;
        Bytes beginning;
    };

    bool deliver(Participants const& participants, Message& message) override {
        if (!wants) return false;
        deliveries.push_back({participants, bytes_of(message)});
        message.clear();
        return true;
    }
    void failed(Participants const& participants, Report const& report,
                Span<u8 const> beginning) override {
        failures.push_back({participants, report, Bytes(beginning.begin(), beginning.end())});
    }

    bool wants = true;
    std::vector<Delivery> deliveries;
    std::vector<Failed> failures;
};

/// A link that keeps what is sent.
class TestLink : public Link {
public:
    explicit TestLink(u64 address) : address_(address) {}

    u64 address() override { return address_; }
    u32 mtu() override { return 1500; }
    State state() override { return {true, 1000}; }
    Statistics statistics() override { return {}; }
    Result<void, LinkError> send(Message& frame) override {
        if (is_full) return LinkError{LinkError::full};
        sent.push_back(bytes_of(frame));
        frame.clear();
        return {};
    }
    void set_interrupts(bool) override {}
    u32 poll(u32) override { return 0; }
    Result<void, LinkError> set_promiscuous(bool) override { return {}; }
    Result<void, LinkError> join(u64) override { return {}; }
    void leave(u64) override {}

    /// What was sent since the last call.
    std::vector<Bytes> take() { return std::exchange(sent, {}); }

    std::vector<Bytes> sent;
    bool is_full = false;

private:
    u64 address_;
};

/// Time that passes when the test says so.
class TestAlarms : public thread::Alarms {
public:
    u64 now_ns() override { return now_; }
    void set(Alarm& alarm, u64 delay_ns) override { due_[&alarm] = now_ + delay_ns; }
    void cancel(Alarm& alarm) override { due_.erase(&alarm); }

    void pass(u64 ns) {
        for (u64 const end = now_ + ns;;) {
            auto const next = std::min_element(
                due_.begin(), due_.end(), [](auto& a, auto& b) { return a.second < b.second; });
            if (next == due_.end() || next->second > end) {
                now_ = end;
                return;
            }
            now_ = std::max(now_, next->second);
            Alarm* const alarm = next->first;
            due_.erase(next);
            alarm->expired();
        }
    }
    void pass_ms(u64 ms) { pass(ms * 1'000'000); }
    bool is_idle() const { return due_.empty(); }

private:
    u64 now_ = 1'000'000'000;
    std::map<Alarm*, u64> due_;
};

/// One thread: while it waits, what others would do happens.
class TestThreads : public thread::ThreadManager {
public:
    Result<core::AbstractResource*, core::BindingError> create(Span<u8 const>) override {
        return core::BindingError{core::BindingError::Code::exhausted};
    }
    Result<Top*, core::BindingError> bind(core::Name&, Span<u8 const>) override {
        return core::BindingError{core::BindingError::Code::exhausted};
    }
    void yield() override {}
    void exit() override {}
    u64 running() override { return 1; }
    u64 ticket() override { return notifications_; }
    bool wait(u64, u64 ticket) override {
        if (ticket != notifications_) return true;
        if (meanwhile.empty()) __builtin_trap(); // it would wait for ever
        auto const what = meanwhile.front();
        meanwhile.erase(meanwhile.begin());
        what();
        return true;
    }
    void notify(u64) override { ++notifications_; }
    void notify_all(u64) override { ++notifications_; }

    std::vector<std::function<void()>> meanwhile;

private:
    u64 notifications_ = 0;
};

/// Sockets with a network in which `answers` says what comes to a query; waiting takes no time but
/// that of `alarms`.
class FakeSockets : public Sockets {
public:
    struct Datagram {
        Bytes bytes;
        Endpoint sender = {}; // the usual one
    };
    struct Query {
        Bytes bytes;
        Endpoint destination;
        u16 port;
    };

    FakeSockets(TestAlarms& alarms, Endpoint const& usual_sender)
        : alarms_(alarms), usual_sender_(usual_sender) {}

    Result<u32, SocketError> open(Kind kind) override {
        if (left == 0) return SocketError{SocketError::exhausted};
        EXPECT_EQ(kind, Kind::datagram);
        ++are_open;
        return next_++;
    }
    void close(u32) override {
        --are_open;
        arrived_.clear();
    }
    Result<Endpoint, SocketError> bind(u32, Endpoint const& local) override {
        if (refused_binds > 0) {
            --refused_binds;
            return SocketError{SocketError::in_use};
        }
        port_ = local.port;
        return local;
    }
    Result<void, SocketError> send_to(u32, Span<u8 const> datagram, Endpoint const& to) override {
        queries.push_back({Bytes(datagram.begin(), datagram.end()), to, port_});
        if (!can_send) return SocketError{SocketError::failed};
        for (Datagram& each : answers(queries.back().bytes))
            arrived_.push_back(std::move(each));
        return {};
    }
    Result<Received, SocketError> receive_from(u32, Span<u8> room) override {
        Datagram const datagram = arrived_.front();
        arrived_.pop_front();
        usize const bytes = std::min(room.size(), datagram.bytes.size());
        std::copy_n(datagram.bytes.begin(), bytes, room.begin());
        return Received{bytes, datagram.sender == Endpoint{} ? usual_sender_ : datagram.sender};
    }
    Result<u64, SocketError> wait_readable(u32, u64 timeout_ns) override {
        if (!arrived_.empty()) return timeout_ns;
        alarms_.pass(timeout_ns);
        return u64{0};
    }
    Result<void, SocketError> listen(u32) override { return {}; }
    Result<u32, SocketError> accept(u32) override { return u32{0}; }
    Result<void, SocketError> connect(u32, Endpoint const&) override { return {}; }
    Result<usize, SocketError> send(u32, Span<u8 const>) override { return usize{0}; }
    Result<usize, SocketError> receive(u32, Span<u8>) override { return usize{0}; }
    Result<void, SocketError> watch(u32) override { return {}; }
    Result<u32, SocketError> wait_watched() override { return u32{0}; }

    std::function<std::vector<Datagram>(Bytes const&)> answers = [](auto&) {
        return std::vector<Datagram>{};
    };
    std::vector<Query> queries;
    u32 left = 1;
    u32 refused_binds = 0;
    i32 are_open = 0;
    bool can_send = true;

private:
    TestAlarms& alarms_;
    Endpoint usual_sender_;
    std::deque<Datagram> arrived_;
    u16 port_ = 0;
    u32 next_ = 0;
};

/// Bytes as they are written in hexadecimal, blanks ignored.
inline Bytes hex(std::string const& text) {
    Bytes bytes;
    std::string digits;
    for (char const each : text)
        if (each != ' ') digits += each;
    for (usize i = 0; i + 1 < digits.size(); i += 2)
        bytes.push_back(static_cast<u8>(std::stoi(digits.substr(i, 2), nullptr, 16)));
    return bytes;
}

inline Bytes operator+(Bytes a, Bytes const& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

/// The first bytes, at most all.
inline Bytes first(Bytes const& bytes, usize count) {
    return Bytes(bytes.begin(), bytes.begin() + static_cast<long>(std::min(count, bytes.size())));
}

/// All but the first bytes.
inline Bytes after(Bytes const& bytes, usize count) {
    return Bytes(bytes.begin() + static_cast<long>(std::min(count, bytes.size())), bytes.end());
}

} // namespace flat::net::testing
