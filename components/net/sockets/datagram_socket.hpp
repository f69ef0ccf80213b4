// SPDX-License-Identifier: BSD-2-Clause
// A socket for datagrams.
#pragma once

#include <core/guarded.hpp>
#include <core/measure/counters.hpp>
#include <core/net/message.hpp>
#include <core/utility.hpp>
#include <flat/memory/allocator.hpp>
#include <flat/net/options_upper.hpp>
#include <flat/net/protocol.hpp>
#include <flat/net/session.hpp>
#include <flat/net/socket_states.hpp>
#include <flat/net/sockets.hpp>
#include <flat/thread/thread_manager.hpp>
#include <net/packet_options.hpp>
#include <net/sockets/service.hpp>

namespace flat::net::sockets {

/// An upper of UDP, or of ICMP's echoes, with a queue. It lives as long as its component, open or
/// not, so that what is delivered while it is being closed does no harm. Its session leads to the
/// last destination: who sends to the same one again needs no other.
class DatagramSocket : public OptionsUpper, NonCopyable {
public:
    /// A datagram, its sender, and the address that it was sent to. The data are after the options
    /// with which it came, where they are kept.
    struct Datagram {
        Message data;
        Endpoint sender;
        u32 local = 0;
        u32 options_bytes = 0;

        u32 data_bytes() const { return data.size() - options_bytes; }
        u32 copy_to(Span<u8> bytes) const { return data.copy_to(options_bytes, bytes); }
    };

    /// Takes the queue over, which has room for `waiting` datagrams; `dropped` counts those for
    /// which there is none.
    DatagramSocket(thread::ThreadManager& threads, BufferPool& pool, Datagram* queue, u32 waiting,
                   SharedCounter& dropped);
    ~DatagramSocket();

    /// Takes the socket if it is free, for datagrams of this protocol, which may be bound again.
    bool open(Protocol& protocol, bool binds_again);
    void close();

    Result<Endpoint, SocketError> bind(Endpoint const& local);
    Result<void, SocketError> send_to(Span<u8 const> datagram, Endpoint const& destination);

    /// Blocks until there is one.
    Result<Sockets::Received, SocketError> receive_from(Span<u8> datagram);

    /// As `SocketStates.take`.
    Result<SocketStates::Datagram, SocketError> take(Span<u8> bytes, Endpoint const& sender,
                                                     bool only_looks);

    bool is_open();
    bool has_datagram();

    /// How long the first datagram is; 0 if there is none.
    usize first_bytes();

    /// What is notified when a datagram comes, beside the threads that wait for this socket alone.
    void watch(u64 condition);
    bool is_watched();

    /// Does not block from now on, and notifies this condition too: see `SocketStates`.
    void attend(u64 condition);
    Endpoint local();

    /// The condition that readers of this socket wait for.
    u64 condition() const { return address_of(this); }

    void* narrow(InterfaceId id) override {
        return id == OptionsUpper::interface_id ? static_cast<OptionsUpper*>(this) : nullptr;
    }
    bool deliver(Participants const& participants, Message& message) override;
    bool deliver_with_options(Participants const& participants, Message& message,
                              Span<u8 const> options) override;
    void failed(Participants const& participants, Report const& report,
                Span<u8 const> beginning) override;

    /// As those of `SocketStates`.
    Result<void, SocketError> set_options(Span<u8 const> options);
    void set_service(Service service);
    void keep_options();
    usize options(Span<u8> options);
    SocketStates::Failure take_failure();
    bool has_failed();

private:
    static constexpr u32 failures_max = 4;

    /// A session to one destination.
    struct Way {
        Session* session = nullptr;
        Endpoint remote{};
        u16 local_port = 0;
        u32 form = 0; // which of the socket's it sends in, from its end of that time
    };
    /// Conditions that are notified, beside that of the socket; 0 is none.
    struct Listeners {
        u64 watching = 0;
        u64 attending = 0; // of threads that do not wait here
    };
    /// What packets have that no datagram says.
    struct PacketForm {
        PacketOptions options;
        Service service;
    };
    struct State {
        Protocol* protocol = nullptr; // of a socket that is open
        bool binds_again = false;
        bool is_bound = false;
        bool keeps_options = false;
        PacketForm form;     // of what is sent
        u32 form_number = 0; // of that and of `local`, as others replace them
        Listeners listeners;
        Participants local{};
        Way way{}; // the last one
        u32 first = 0;
        u32 count = 0;
        SocketStates::Failure failures[failures_max] = {};
        u32 failure_count = 0;

        /// The way, which the caller releases; those that are in use are not given back.
        Way drop_way() {
            ++form_number;
            return flat::exchange(way, Way{});
        }
    };

    /// What became of a try to take a datagram; `nothing` can be waited for.
    enum class Taken { datagram, nothing, closed, would_block, exhausted };

    Result<Endpoint, SocketError> enable(Protocol& protocol, Endpoint const& local, bool replaces);
    Result<void, SocketError> be_bound();
    Way take_way(Endpoint const& destination);
    bool queue(Participants const& participants, Message& message, u32 options_bytes);
    Result<Way, SocketError> open_way(Endpoint const& destination);
    void give_back(Way const& way);
    template<class Change>
    void change_form(Change change);
    static Result<void, SocketError> give_form(Session& session, PacketForm const& form);
    Result<void, SocketError> await(Datagram& datagram, Endpoint const& sender, bool only_looks);
    Taken take_first(Datagram& datagram, Endpoint const& sender, bool only_looks);
    void drop_others(State& state, Endpoint const& sender);
    void drop_first(State& state);
    void notify(Listeners const& listeners);

    thread::ThreadManager& threads_;
    BufferPool& pool_;
    Datagram* queue_;
    u32 waiting_;
    SharedCounter& dropped_;
    Guarded<State> state_;
};

} // namespace flat::net::sockets
