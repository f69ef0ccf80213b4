// SPDX-License-Identifier: BSD-2-Clause
// A socket layer that is general on purpose, in the manner of BSD's, over sockets that are not.
#pragma once

#include <core/utility.hpp>
#include <net/general_sockets.flat.hpp>

namespace flat::net {

/// What 4.4BSD does between `sendto` and a protocol, and between a protocol and `recvfrom`
/// (McKusick et al., The Design and Implementation of the 4.4BSD Operating System, chapter 11):
/// one path for both kinds, for several vectors, with flags, with or without a name, through a
/// kernel buffer of its own. All that `net.Sockets` asks for is a special case of it, which is what
/// Volanschi, Muller and Consel (1996) specialise. Unlike BSD's it has no queues: the sockets below
/// wait and queue, and are what a protocol's `usrreq` is there.
class GeneralSockets : public GeneralSocketsComponent, NonCopyable {
public:
    GeneralSockets(Ports const& ports, Attributes const& attributes);
    ~GeneralSockets();

    /// What a call wants besides, as a sum.
    enum Flag : u32 {
        do_not_wait = 1, ///< Receiving: fails where nothing has come.
        wait_all = 2,    ///< Receiving from a stream: until all vectors are full, or it has ended.
    };

    /// A part of what is sent, or room for a part of what is received (`iovec`).
    struct Vector {
        u8* bytes;
        usize size;
    };

    /// What a caller hands over (`msghdr`).
    struct MessageHeader {
        Endpoint* name; ///< Of the other end, as the caller states or is told; may be null.
        Vector const* vectors;
        u32 vector_count;
    };

    /// How many bytes of the vectors were sent (`sendit`).
    Result<usize, SocketError> send_message(u32 socket, MessageHeader const& header, u32 flags);

    /// How many bytes are in the vectors now (`recvit`).
    Result<usize, SocketError> receive_message(u32 socket, MessageHeader& header, u32 flags);

    Result<u32, SocketError> open(Kind kind) override;
    void close(u32 socket) override;
    Result<Endpoint, SocketError> bind(u32 socket, Endpoint const& local) override;
    Result<void, SocketError> listen(u32 socket) override;
    Result<u32, SocketError> accept(u32 socket) override;
    Result<void, SocketError> connect(u32 socket, Endpoint const& remote) override;
    Result<void, SocketError> send_to(u32 socket, Span<u8 const> datagram,
                                      Endpoint const& destination) override;
    Result<Received, SocketError> receive_from(u32 socket, Span<u8> datagram) override;
    Result<usize, SocketError> send(u32 socket, Span<u8 const> bytes) override;
    Result<usize, SocketError> receive(u32 socket, Span<u8> bytes) override;
    Result<u64, SocketError> wait_readable(u32 socket, u64 timeout_ns) override;
    Result<void, SocketError> watch(u32 socket) override;
    Result<u32, SocketError> wait_watched() override;

private:
    /// A socket, and what its protocol is like (`socket`, `protosw`).
    struct Descriptor {
        bool is_open;
        bool is_atomic;        // a message is sent and received whole
        bool needs_connection; // and has no names
        bool is_connected;
        bool cannot_send_more;
        u32 below;
    };

    /// What is left to be moved (`uio`).
    struct Transfer {
        Vector const* vector;
        u32 vectors_left;
        usize offset; // in the first
        usize left;   // in all
    };

    /// Memory of the kernel's for one message, given back at its end (`mbuf`).
    class KernelBuffer : NonCopyable {
    public:
        KernelBuffer(memory::Allocator& allocator, usize size);
        ~KernelBuffer();
        bool is_there() const { return bytes_ != nullptr; }
        Span<u8> bytes() const { return Span<u8>(bytes_, size_); }

    private:
        static constexpr usize alignment = 16;

        memory::Allocator& allocator_;
        u8* bytes_ = nullptr;
        usize size_;
    };

    static constexpr SocketError invalid{SocketError::invalid};

    Descriptor* find(u32 socket);
    Result<u32, SocketError> enter(u32 below, Kind kind, bool is_connected);
    static Result<Transfer, SocketError> transfer_of(MessageHeader const& header);
    static usize move_bytes(Span<u8> buffer, Transfer& transfer, bool is_sent);
    Result<void, SocketError> send_through(Descriptor& socket, Endpoint const* name,
                                           Transfer& transfer, u32 flags);
    Result<usize, SocketError> hand_down(Descriptor& socket, Endpoint const* name,
                                         Span<u8 const> bytes);
    Result<void, SocketError> receive_through(Descriptor& socket, Endpoint* name,
                                              Transfer& transfer, u32 flags);
    Result<usize, SocketError> take_up(Descriptor& socket, Endpoint* name, Span<u8> room);

    Descriptor* descriptors_;
};

} // namespace flat::net
