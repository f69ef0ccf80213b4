// SPDX-License-Identifier: BSD-2-Clause
// A network within a kernel, for tests: it loses, doubles, reorders and spoils datagrams.
#pragma once

#include <core/utility.hpp>
#include <remote/loopback.flat.hpp>
#include <remote/message.hpp>

namespace flat::remote {

/// Two ends. Waiting at one delivers all that is on its way to the other one's listener; when
/// nothing is on its way any more, the time has passed. Its faults depend on the seed alone.
class Loopback : public LoopbackComponent, NonCopyable {
public:
    /// Panics without memory.
    Loopback(Ports const& ports, Attributes const& attributes);
    ~Loopback();

    net::Datagrams& near() override { return near_; }
    net::Datagrams& far() override { return far_; }

private:
    static constexpr u32 waiting_max = 128;

    struct Datagram {
        usize bytes;
        u8 room[datagram_bytes_max];
    };

    /// What is on its way to one end.
    struct Line {
        Datagram* waiting;
        u32 count;
    };

    class End : public net::Datagrams {
    public:
        End(Loopback& network, Line& here, Line& there)
            : network_(network), here_(here), there_(there) {}

        usize bytes_max() override { return datagram_bytes_max; }
        Result<u64, net::SocketError> address(Span<u8 const>) override { return u64{1}; }
        Result<void, net::SocketError> send(Span<u8 const> datagram, u64) override;
        Result<Arrived, net::SocketError> receive(Span<u8> datagram, u64 timeout_ns) override;

    private:
        Loopback& network_;
        Line& here_;
        Line& there_;
    };

    void add(Line& line, Span<u8 const> datagram);
    usize take(Line& line, Span<u8> datagram);
    void deliver(Line& line);
    bool is_fault() { return random() % 100 < fault_percent; }
    u64 random();

    u64 state_;
    vaddr memory_ = 0;
    Line to_near_{};
    Line to_far_{};
    End near_{*this, to_near_, to_far_};
    End far_{*this, to_far_, to_near_};
};

} // namespace flat::remote
