// SPDX-License-Identifier: BSD-2-Clause
// A socket of the Internet protocols as an open file (ip(7), tcp(7), udp(7), icmp(7)).
#pragma once

#include <core/containers/list.hpp>
#include <core/maybe.hpp>
#include <core/utility.hpp>
#include <flat/fs/node.hpp>
#include <flat/memory/frames.hpp>
#include <flat/memory/objects.hpp>
#include <flat/net/socket_states.hpp>
#include <flat/net/sockets.hpp>
#include <flat/thread/thread_manager.hpp>
#include <flat/unix/socket_file.hpp>
#include <flat/unix/user_mode.hpp>
#include <unix/errno.hpp>
#include <unix/file_identity.hpp>
#include <unix/sockets/kept_errors.hpp>

namespace flat::unix::sockets {

/// One socket of `net.Sockets`, which is attended: this waits itself, as signals end that.
class InternetSocket final : public SocketFile, NonCopyable {
public:
    /// All that there are. Interrupts are disabled where it is used.
    class All;

    /// What is known of one.
    struct Facts {
        u32 number; ///< that its descriptors tell of it
        u32 socket;
        net::Sockets::Kind transport;
        bool is_listening;
        net::Endpoint remote; ///< of connected datagrams
    };
    Facts facts() const;

    /// What all of them use.
    struct Means {
        All& all;
        memory::Objects& records;
        memory::Frames& frames;
        thread::ThreadManager& threads;
        UserMode& user_mode;
        net::Sockets& sockets;
        net::SocketStates& states;
    };

    /// AF_INET, with which its addresses begin.
    static constexpr u16 family = 2;

    /// Writes the address of an endpoint, as far as there is room, and tells how long it is.
    static u32 put_address(Span<u8> place, net::Endpoint const& endpoint);

    /// Takes the socket over, which is closed without memory; null then.
    static InternetSocket* make(Means const& means, u32 kind, net::Sockets::Kind transport,
                                u32 socket);

    i64 read(Task& task, vaddr buffer, u64 bytes, u64, bool may_wait) override;
    i64 write(Task& task, vaddr buffer, u64 bytes, u64, bool may_wait) override;
    u32 poll() override;
    bool has_position() override { return false; }
    bool is_terminal() override { return false; }
    fs::Node* node() override { return nullptr; }
    Identity identity() override { return identity_of(Sort::socket, *this); }
    i64 control(Task& task, u32 request, vaddr argument) override;
    void release() override;
    void* narrow(InterfaceId id) override;

    u32 kind() override { return kind_; }
    bool is_listening() override { return is_listening_; }
    i64 bind(Task& task, Span<u8 const> address) override;
    i64 connect(Task& task, Span<u8 const> address, bool may_wait) override;
    i64 listen() override;
    i64 await_connection(Task& task, bool may_wait) override;
    SocketFile* take_connection() override;
    i64 send(Task& task, Span<u8 const> bytes, Span<u8 const> address, bool may_wait) override;
    Received receive(Task& task, Span<u8> bytes, Span<u8> address, bool may_wait,
                     bool only_looks) override;
    i64 shutdown(u32 how) override;
    i64 name(Span<u8> address) override;
    i64 peer(Span<u8> address) override;
    i64 set_option(u32 level, u32 name, Span<u8 const> value) override;
    i64 option(u32 level, u32 name, Span<u8> value) override;
    Received receive_error(Task& task, Span<u8> bytes, Span<u8> address) override;
    u32 take_error() override;
    Peer peer_credentials() override { return {0, ~u32{0}, ~u32{0}}; } // not of this system
    bool tells_senders() override { return false; }
    void set_tells_senders(bool) override {}

    /// The most that a packet's header has room for (RFC 791).
    static constexpr u32 packet_options_bytes_max = 40;

private:
    InternetSocket(Means const& means, u32 kind, net::Sockets::Kind transport, u32 socket)
        : means_(means), kind_(kind), transport_(transport), socket_(socket) {}
    ~InternetSocket() = default;

    template<class Attempt>
    i64 wait_until(Task& task, bool may_wait, Attempt attempt);
    bool has_ports() const { return transport_ == net::Sockets::Kind::datagram || kind_ == stream; }
    bool has_remote() const { return remote_.address != 0 || remote_.port != 0; }
    i64 connect_datagrams(net::Endpoint const& remote);
    i64 send_datagram(Span<u8 const> bytes, Span<u8 const> address);
    i64 connection_outcome();
    Received receive_datagram(Task& task, Span<u8> bytes, Span<u8> address, bool may_wait,
                              bool only_looks);
    void tell(Task& task, net::SocketStates::Datagram const& datagram) const;
    // internet_options.cpp
    i64 set_service(u8 type_of_service, u8 lifetime);
    i64 set_packet_options(Span<u8 const> options);
    i64 set_number_option(u32 name, i32 number);
    Maybe<i32> number_option(u32 name) const;
    // internet_errors.cpp
    bool hear_failure();
    void hear_failures();
    Maybe<net::SocketStates::Failure> take_kept_error();
    i64 take_failure();
    void keep_errors(bool does);

    ListLink<InternetSocket> link_;
    Means means_;
    u32 kind_;
    net::Sockets::Kind transport_;
    u32 socket_;
    net::Endpoint remote_{}; // of connected datagrams
    bool is_listening_ = false;
    bool has_told_outcome_ = false; // of a connection that was begun
    bool receives_ = true;
    bool sends_ = true;
    i64 failure_ = 0;                // of datagrams, the last one, until a call has told it
    bool keeps_errors_ = false;      // IP_RECVERR
    bool tells_destination_ = false; // IP_PKTINFO
    bool tells_lifetime_ = false;    // IP_RECVTTL
    KeptErrors errors_;
    u8 type_of_service_ = 0;
    u8 lifetime_ = 0; // 0 is that of the protocol
    u8 options_[packet_options_bytes_max] = {};
    u32 options_bytes_ = 0;
};

class InternetSocket::All : flat::NonCopyable {
public:
    void begin(InternetSocket& socket) { all_.push_back(socket); }
    void end(InternetSocket& socket) { all_.remove(socket); }
    /// The socket of a place among them; null after the last.
    InternetSocket const* at(u32 place) const {
        for (InternetSocket const& each : all_)
            if (place-- == 0) return &each;
        return nullptr;
    }

private:
    IntrusiveList<InternetSocket, &InternetSocket::link_> all_;
};

} // namespace flat::unix::sockets
