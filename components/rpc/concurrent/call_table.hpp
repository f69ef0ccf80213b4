// SPDX-License-Identifier: BSD-2-Clause
// The calls of a connection whose replies are awaited, and whose turn it is to read them.
#pragma once

#include <core/containers/list.hpp>
#include <core/guarded.hpp>
#include <core/types.hpp>

namespace flat::rpc::concurrent {

/// One call, in the memory of the thread that makes it, from before it is sent until it has ended.
struct WaitingCall : NonCopyable {
    ListLink<WaitingCall> link;
    u32 transaction = 0;
    u32 refreshes = 0; // of credentials, before it was encoded

private:
    friend class CallTable;

    bool is_waiting = false; // in the table
};

/// One of the threads that wait for replies is the reader: nobody else touches what is received.
/// It reads until it knows of which call a reply is, and leaves its place to the thread of that
/// one, which decodes the results itself; after that anybody who waits becomes the reader. Calls
/// leave the table when their reply has come, when their thread waits no longer, and all together
/// when the connection is lost. Methods do not block; who waits tests again after each change.
class CallTable : NonCopyable {
public:
    /// What a thread that waits for its reply finds.
    enum class Turn : u8 {
        wait,   // another one reads
        read,   // it is the reader now: the next reply is to be looked at
        decode, // it is the reader: the reply being read is its own, and the call has ended
        lost,   // there will be no reply: the call has ended
    };

    /// Begins to await a reply; false if the connection is lost.
    bool add(WaitingCall& call);

    Turn turn_of(WaitingCall& call);

    /// Ends a call whose thread waits no longer; false if it has ended: `turn_of` says how.
    bool remove(WaitingCall& call);

    /// The reader leaves its place to the call with a transaction; false, and it stays the reader,
    /// if nobody awaits that.
    bool hand_over(u32 transaction);

    /// The reader leaves its place to anybody.
    void leave();

    /// The connection carries nothing any more: all calls end.
    void lose();
    bool is_lost() { return state_.lock()->is_lost; }

    /// Whether the connection is lost and somebody still reads from it.
    bool is_ending();

    /// Begins with a new connection, if nobody reads from the old one.
    bool restart();

private:
    using List = IntrusiveList<WaitingCall, &WaitingCall::link>;

    struct State {
        List waiting;
        WaitingCall* owner = nullptr; // whose reply is being read
        bool has_reader = false;
        bool is_lost = true; // there is none yet
    };

    Guarded<State> state_;
};

} // namespace flat::rpc::concurrent
