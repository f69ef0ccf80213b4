// SPDX-License-Identifier: BSD-2-Clause
// Calls the objects of one other kernel, at most once each.
#pragma once

#include <core/guarded.hpp>
#include <core/utility.hpp>
#include <remote/datagram_peer.flat.hpp>
#include <remote/message.hpp>

namespace flat::remote {

/// One call at a time, in a session that the other kernel has given: it knows of each session the
/// last call and its answer, so a call that is sent several times is carried out once, and one that
/// comes late, not at all (Birrell and Nelson 1984, section 3).
class DatagramPeer : public DatagramPeerComponent, NonCopyable {
public:
    /// Panics when `server` is no address.
    DatagramPeer(Ports const& ports, Attributes const& attributes);

    Result<usize, RemoteError> call(u64 identity, u32 method, Span<u8 const> request,
                                    Span<u8> answer) override;

private:
    class Turn;

    bool has_session();
    bool exchange(DatagramHeader const& header, Span<u8 const> request, Span<u8> answer);
    bool await(DatagramHeader const& header, u64 patience_ns);
    bool take(DatagramHeader const& sent, Span<u8 const> datagram);
    bool wait_for_turn();
    bool take_turn();

    Guarded<bool> is_busy_;
    u64 server_;
    u64 const client_;
    u64 session_ = 0; // none
    u64 sequence_ = 0;
    bool is_refused_ = false;
    ArrivingMessage arriving_;
};

} // namespace flat::remote
