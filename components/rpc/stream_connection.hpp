// SPDX-License-Identifier: BSD-2-Clause
// A connection on which a server receives calls.
#pragma once

#include <core/containers/list.hpp>
#include <flat/net/sockets.hpp>
#include <flat/rpc/dispatcher.hpp>
#include <flat/rpc/reply_path.hpp>
#include <rpc/xdr/xdr_record.hpp>

namespace flat::rpc {

/// How connections of a server are.
struct ConnectionLimits {
    u32 fragment_bytes;
    u32 record_bytes;
    u64 patience_ns; // how long a call that has begun may take to arrive
};

/// Calls are records, and so are the replies, on the same connection. Sealed, because a transport
/// destroys connections as what they are.
class StreamConnection final : private ReplyPath, private RecordPipe, NonCopyable {
public:
    /// How much memory the connection is constructed in; the buffers follow it.
    static usize bytes(ConnectionLimits const& limits);

    StreamConnection(u32 socket, net::Sockets& sockets, memory::Allocator& allocator,
                     ConnectionLimits const& limits);
    ~StreamConnection();

    u32 socket() const { return socket_; }

    /// Hands every call that has arrived to the dispatcher; false if the connection is at its end.
    bool receive(Dispatcher& dispatcher);

    ListLink<StreamConnection> link;

private:
    Result<void, XdrError> send(XdrValue& reply) override;
    Result<usize, XdrError> read(Span<u8> bytes) override;
    Result<void, XdrError> write(Span<u8 const> bytes) override;

    u32 socket_;
    net::Sockets& sockets_;
    u64 patience_ns_;
    bool is_usable_ = true; // no record was left half sent
    XdrRecord stream_;
};

} // namespace flat::rpc
