// SPDX-License-Identifier: BSD-2-Clause
// A socket for streams.
#pragma once

#include <core/guarded.hpp>
#include <core/net/message.hpp>
#include <core/utility.hpp>
#include <flat/net/socket_states.hpp>
#include <flat/net/sockets.hpp>
#include <flat/net/stream_protocol.hpp>
#include <flat/net/stream_session.hpp>
#include <flat/net/stream_upper.hpp>
#include <flat/thread/thread_manager.hpp>
#include <net/packet_options.hpp>
#include <net/sockets/service.hpp>

namespace flat::net::sockets {

/// An upper of TCP: it listens, or has a connection. Like a socket for datagrams it lives as long
/// as its component.
class StreamSocket : public StreamUpper, NonCopyable {
public:
    /// All sockets of the component, of which those that listen take some.
    StreamSocket(StreamProtocol& tcp, thread::ThreadManager& threads, BufferPool& pool,
                 Span<StreamSocket> all);
    ~StreamSocket();

    /// Takes the socket if it is free.
    bool open();
    void close();

    Result<Endpoint, SocketError> bind(Endpoint const& local);
    Result<void, SocketError> listen();
    Result<void, SocketError> connect(Endpoint const& remote);

    /// These block: until somebody has connected, until some bytes fit, until some have come.
    Result<StreamSocket*, SocketError> accept();
    Result<usize, SocketError> send(Span<u8 const> bytes);
    Result<usize, SocketError> receive(Span<u8> bytes);
    /// The same, and they stay to be received again.
    Result<usize, SocketError> look(Span<u8> bytes);

    bool is_open();
    bool is_readable();
    void watch(u64 condition);
    bool is_watched();

    /// As those of `SocketStates`.
    void attend(u64 condition);
    u32 state();
    Result<void, SocketError> check();
    Endpoint local();
    Endpoint remote();
    usize available();
    Result<void, SocketError> finish();
    Result<void, SocketError> set_options(Span<u8 const> options);
    void set_service(Service service);

    u64 condition() const { return address_of(this); }

    bool deliver(Participants const&, Message&) override { return false; }
    void failed(Participants const& participants, Report const& report,
                Span<u8 const> beginning) override;
    StreamUpper* accepted(StreamSession& session) override;
    void changed(StreamSession& session) override;

private:
    static constexpr u32 waiting_max = 16;

    struct State {
        bool is_open = false;
        bool is_bound = false;
        bool is_listening = false;
        u64 watching = 0;  // a condition
        u64 attending = 0; // another condition, of threads that do not wait here
        Participants local{};
        PacketOptions options;       // of a connection that is made
        Service service;             // of what it sends
        bool is_unreachable = false; // somebody said so while it was connecting
        StreamSession* session = nullptr;
        StreamSocket* first = nullptr; // of those that were accepted and not taken
        u32 count = 0;
    };

    StreamSession* session() { return state_.lock()->session; }
    StreamSocket* take_waiting();
    static bool queue(StreamSession& session, Span<u8 const> bytes, Message& message);
    Result<usize, SocketError> receive_or_look(Span<u8> bytes, bool only_looks);
    usize take(StreamSession& connected, Span<u8> bytes);
    bool is_attended() { return state_.lock()->attending != 0; }
    void notify();

    StreamProtocol& tcp_;
    thread::ThreadManager& threads_;
    BufferPool& pool_;
    Span<StreamSocket> all_;
    StreamSocket* next_ = nullptr; // of those that wait at the same socket
    Guarded<State> state_;
};

} // namespace flat::net::sockets
