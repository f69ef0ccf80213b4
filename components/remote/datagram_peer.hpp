// SPDX-License-Identifier: BSD-2-Clause
// Calls the objects of one other kernel, at most once each, and is called back meanwhile.
#pragma once

#include <core/guarded.hpp>
#include <core/measure/counters.hpp>
#include <core/utility.hpp>
#include <remote/datagram_peer.flat.hpp>
#include <remote/message.hpp>
#include <remote/passed_call.hpp>

namespace flat::remote {

/// One call at a time, in a session that the other kernel has given: it knows of each session the
/// last call and its answer, so a call that is sent several times is carried out once, and one that
/// comes late, not at all (Birrell and Nelson 1984, section 3).
///
/// While a call waits, the other kernel can call what it has been passed; what is called so can
/// call the other kernel, one level deeper. When the session ends, all is released that the other
/// kernel held.
class DatagramPeer : public DatagramPeerComponent, NonCopyable {
public:
    /// Panics when `server` is no address.
    DatagramPeer(Ports const& ports, Attributes const& attributes);
    ~DatagramPeer();

    Result<usize, RemoteError> call(u64 identity, u32 method, Span<u8 const> request,
                                    Span<u8> answer) override;
    u64 pass(Passed& object) override { return passed_.add(object); }
    Passed* passed(u64 name) override { return passed_.find(name); }
    Passed* withdraw(u64 name) override { return passed_.remove(name); }
    u64 generation() override { return session_; }
    memory::Allocator& buffers() override { return *allocator; }

    /// Takes a datagram that came to somebody else, while a call waits.
    void arrived(Span<u8 const> datagram, u64 sender) override;

private:
    class Turn;

    /// A call that waits, and the last call back that came meanwhile.
    struct Level {
        u64 sequence = 0; // of the last call
        bool is_refused = false;
        ArrivingMessage answer;
        u64 called_back = 0; // the number of the last call back
        bool is_serving = false;
        bool has_replied = false;
        bool has_rejected = false;
        usize reply_bytes = 0;
        ArrivingMessage request;
        vaddr rooms = 0; // of that request, and of the reply after it; none until there is one
    };

    bool has_session();
    bool exchange(DatagramHeader const& header, Span<u8 const> request, Span<u8> answer);
    bool wait_for(DatagramHeader const& header, u64 patience_ns);
    bool is_over(DatagramHeader const& header);
    void take_answer(Level& level, DatagramHeader const& header, Span<u8 const> part);
    void take_call_back(Level& level, DatagramHeader const& header, Span<u8 const> part);
    bool begin(Level& level, DatagramHeader const& header);
    void serve(Level& level, DatagramHeader const& header);
    void reply(Level const& level, DatagramHeader header);
    void end_session();

    bool enter();
    bool is_nested() const;
    Level& innermost() { return levels_[depth_ - 1]; }
    Span<u8> request_room(Level const& level) const {
        return Span<u8>(pointer_to<u8>(level.rooms), message_bytes);
    }
    Span<u8> reply_room(Level const& level) const {
        return Span<u8>(pointer_to<u8>(level.rooms + message_bytes), message_bytes);
    }

    Guarded<bool> is_busy_;
    u64 server_;
    u64 const client_;
    u64 session_ = 0;   // none
    u64 greetings_ = 0; // that were sent
    u64 served_ = 0;    // calls back
    u64 thread_ = 0;    // that calls
    Counter calls_;
    Counter failures_;
    Counter repeats_; // of requests that nobody has answered in time
    u32 depth_ = 0;   // levels that wait
    Level levels_[levels_max];
    PassedTable passed_;
};

} // namespace flat::remote
