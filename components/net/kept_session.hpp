// SPDX-License-Identifier: BSD-2-Clause
// The session that was used last.
#pragma once

#include <core/guarded.hpp>
#include <core/utility.hpp>
#include <flat/net/session.hpp>

namespace flat::net {

/// Keeps a session of a protocol for whoever sends between the same participants again. Several
/// threads may send: each has a session for itself alone from `take` to `keep`.
class KeptSession : NonCopyable {
public:
    ~KeptSession() { close(); }

    /// The session that is kept, if it is one between these; else null. The caller has it.
    Session* take(Participants const& participants) {
        auto const state = state_.lock();
        if (state->is_closed || state->participants != participants) return nullptr;
        return exchange(state->session, nullptr);
    }

    /// Keeps a session in place of the one before, unless this is closed.
    void keep(Session& session, Participants const& participants) {
        Session* unneeded = &session;
        {
            auto const state = state_.lock();
            if (!state->is_closed) {
                unneeded = exchange(state->session, &session);
                state->participants = participants;
            }
        }
        if (unneeded) unneeded->release();
    }

    /// Releases what is kept, and what comes back until it is opened again.
    void close() {
        Session* unneeded = nullptr;
        {
            auto const state = state_.lock();
            state->is_closed = true;
            unneeded = exchange(state->session, nullptr);
        }
        if (unneeded) unneeded->release();
    }

    void open() { state_.lock()->is_closed = false; }

private:
    struct State {
        bool is_closed = false;
        Session* session = nullptr;
        Participants participants{};
    };

    Guarded<State> state_;
};

} // namespace flat::net
