// SPDX-License-Identifier: BSD-2-Clause
// The session that was used last.
#pragma once

#include <core/guarded.hpp>
#include <core/net/message.hpp>
#include <core/utility.hpp>
#include <flat/net/protocol.hpp>
#include <flat/net/session.hpp>

namespace flat::net {

/// Keeps a session of a protocol for whoever sends between the same participants again. Several
/// threads may send: each has a session for itself alone meanwhile.
class KeptSession : NonCopyable {
public:
    ~KeptSession() {
        if (Session* const session = state_.lock()->session) session->release();
    }

    /// Sends a message by the session that is kept, if it is one between these, or by a new one,
    /// which is kept then. Takes the contents away, unless there is no session.
    Result<void, NetworkError> push(Protocol& protocol, Participants const& participants,
                                    Message& message) {
        Session* session = take(participants);
        if (!session) session = TRY(protocol.open(nullptr, participants));
        auto const pushed = session->push(message);
        keep(*session, participants);
        return pushed;
    }

private:
    struct State {
        Session* session = nullptr;
        Participants participants{};
    };

    Session* take(Participants const& participants) {
        auto const state = state_.lock();
        if (state->participants != participants) return nullptr;
        return exchange(state->session, nullptr);
    }

    void keep(Session& session, Participants const& participants) {
        Session* unneeded = nullptr;
        {
            auto const state = state_.lock();
            unneeded = exchange(state->session, &session);
            state->participants = participants;
        }
        if (unneeded) unneeded->release();
    }

    Guarded<State> state_;
};

} // namespace flat::net
