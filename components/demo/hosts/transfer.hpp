// SPDX-License-Identifier: BSD-2-Clause
// Transfers random bytes from one host to another by a stream, with a checksum behind them.
#pragma once

#include <core/utility.hpp>
#include <demo/hosts/transfer.flat.hpp>
#include <flat/thread/thread.hpp>

namespace flat::demo::hosts {

/// The other host sums up what comes and compares that with the sum that the sender has put behind
/// it; a byte says what it has found. Panics where the sums differ, or the stream breaks.
class Transfer : public TransferComponent, NonCopyable {
public:
    using TransferComponent::TransferComponent;

    void run() override;

private:
    static constexpr u16 port = 7;
    static constexpr u32 at_once = 1 << 14;

    /// FNV-1a with 64 bits (Fowler, Noll and Vo): it depends on the place of each byte.
    class Sum {
    public:
        void add(Span<u8 const> bytes) {
            for (u8 const each : bytes)
                value_ = (value_ ^ each) * 0x100000001b3;
        }
        u64 value() const { return value_; }

    private:
        u64 value_ = 0xcbf29ce484222325;
    };

    /// The other host's thread.
    class Taker : public thread::Thread::Body {
    public:
        explicit Taker(Transfer& transfer) : transfer_(transfer) {}
        void run() override { transfer_.take(); }

    private:
        Transfer& transfer_;
    };

    void take();
    void send(u32 socket);
    void send_all(net::Sockets& sockets, u32 socket, Span<u8 const> bytes);
    void receive_all(net::Sockets& sockets, u32 socket, Span<u8> bytes);

    Taker taker_{*this};
    u32 listener_ = 0;
    u8 out_[at_once];
    u8 in_[at_once];
};

} // namespace flat::demo::hosts
