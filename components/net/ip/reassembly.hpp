// SPDX-License-Identifier: BSD-2-Clause
// Datagrams that are put together again from fragments.
#pragma once

#include <core/alarm.hpp>
#include <core/guarded.hpp>
#include <core/net/message.hpp>
#include <core/utility.hpp>
#include <flat/memory/allocator.hpp>
#include <flat/thread/alarms.hpp>
#include <net/ip/packet_header.hpp>

namespace flat::net::ip {

/// Reassembly (RFC 791, section 3.2) within bounds: so many datagrams, the oldest of which makes
/// room for another, and so many fragments of all. A datagram whose fragments overlap, or do not
/// agree about its end, is dropped as a whole, as RFC 5722 wants for IPv6; the same fragment twice
/// is not. What is not complete after 30 seconds is given up.
class Reassembly : private Alarm, NonCopyable {
public:
    /// The beginning of a datagram: header and eight bytes.
    struct Beginning {
        u8 bytes[PacketHeader::bytes_max + 8];
        u32 size = 0;
    };

    /// Hears of the datagrams that are given up.
    class Listener {
    public:
        /// `beginning` is empty if the first fragment has not come.
        virtual void given_up(Beginning const& beginning) = 0;

    protected:
        ~Listener() = default;
    };

    enum class Outcome { complete, kept, dropped };

    static constexpr u64 lifetime_ns = 30'000'000'000;

    /// Panics without memory for so many.
    Reassembly(thread::Alarms& alarms, memory::Allocator& allocator, BufferPool& pool,
               Listener& listener, u32 datagrams, u32 fragments);
    ~Reassembly();

    /// Takes a fragment's data, whose header's lengths have been checked; `beginning` is that of
    /// the packet. When the datagram is complete, `data` are all of its data, and `beginning` is
    /// that of its first fragment.
    Outcome add(PacketHeader const& header, Beginning& beginning, Message& data);

private:
    struct Fragment {
        explicit Fragment(BufferPool& pool) : data(pool) {}

        Fragment* next = nullptr;
        u32 offset = 0;
        Message data;
    };

    struct Datagram {
        u64 due_ns = 0; // 0: not in use
        u32 from = 0;
        u32 to = 0;
        u16 id = 0;
        u8 user = 0;
        u32 bytes = 0; // that have come
        u32 total = 0; // 0: not known yet
        Fragment* first = nullptr;
        Beginning beginning;
    };

    struct State {
        Fragment* free = nullptr;
        bool is_watching = false;
    };

    void expired() override;
    bool give_up_one(Beginning& beginning);
    Datagram& find(State& state, PacketHeader const& header);
    bool contradicts(Datagram const& datagram, PacketHeader const& header) const;
    Fragment** place_for(Datagram& datagram, u32 offset) const;
    void drop(State& state, Datagram& datagram);
    bool take_all(State& state, Datagram& datagram, Message& data);

    thread::Alarms& alarms_;
    memory::Allocator& allocator_;
    Listener& listener_;
    u32 datagrams_max_;
    u32 fragments_max_;
    Datagram* datagrams_ = nullptr;
    Fragment* fragments_ = nullptr;
    Guarded<State> state_;
};

} // namespace flat::net::ip
