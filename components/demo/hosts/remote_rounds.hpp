// SPDX-License-Identifier: BSD-2-Clause
// Calls of a ledger in another host, which is in this kernel too: what they cost at either end.
#pragma once

#include <core/measure/least_cost.hpp>
#include <core/text.hpp>
#include <core/utility.hpp>
#include <demo/hosts/remote_rounds.flat.hpp>
#include <flat/thread/thread.hpp>

namespace flat::demo::hosts {

/// Of a call three things are counted, each in calls of its own: all of it, what happens while its
/// thread waits for the answer, and what the far end's thread does from the arrival of the request
/// until the answer is sent. An interrupt, the thread that it wakes, and the thread that has waited
/// for that are the same at both ends: half of the second without the third.
class RemoteRounds : public RemoteRoundsComponent, NonCopyable {
public:
    RemoteRounds(Ports const& ports, Attributes const& attributes)
        : RemoteRoundsComponent(ports, attributes), server_(*this) {}

    void run() override;

    usize bytes_max() override { return near->bytes_max(); }
    Result<u64, net::SocketError> address(Span<u8 const> text) override {
        return near->address(text);
    }
    Result<void, net::SocketError> send(Span<u8 const> datagram, u64 destination) override {
        return near->send(datagram, destination);
    }
    Result<Arrived, net::SocketError> receive(Span<u8> datagram, u64 timeout_ns) override;

private:
    /// Tells the far end's listener of what arrives there.
    class Server : public thread::Thread::Body {
    public:
        explicit Server(RemoteRounds& rounds) : rounds_(rounds) {}
        void run() override;

    private:
        RemoteRounds& rounds_;
    };

    enum class Part { all, waiting, serving };

    static constexpr u32 rounds = 256;

    /// Does something, and counts it if this is what is counted now.
    template<class Action>
    void count(Part part, Action const& action) {
        if (part != counted_)
            action();
        else
            cost_.count([&] {
                action();
                return true;
            });
    }
    u64 measure(Part part);
    void tell(Text machine, u64 instructions);

    Server server_;
    Part counted_ = Part::all;
    LeastCost cost_;
};

} // namespace flat::demo::hosts
