// SPDX-License-Identifier: BSD-2-Clause
// Open files that were passed to a socket which has ended, until they are closed.
#pragma once

#include <core/guarded.hpp>
#include <unix/passed_files.hpp>

namespace flat::unix::sockets {

/// Among them may be sockets that wait in sockets, as deep as a program likes: they are closed one
/// after the other, so that the kernel's stack does not grow with that depth.
class DroppedFiles : NonCopyable {
public:
    /// Adds some that nobody will take. Does not block.
    void add(PassedFiles& files) { state_.lock()->waiting.push_back(files); }

    /// Closes all; what a caller of the caller, or another thread, is closing is left to it. May
    /// block, as closing files does.
    void close_all() {
        if (exchange(state_.lock()->is_closing, true)) return;
        while (PassedFiles* const next = take())
            next->dispose();
    }

private:
    struct State {
        IntrusiveList<PassedFiles, &PassedFiles::link> waiting;
        bool is_closing = false;
    };

    /// The next ones; null after the last, when others may begin.
    PassedFiles* take() {
        auto const state = state_.lock();
        PassedFiles* const first = state->waiting.pop_front();
        if (!first) state->is_closing = false;
        return first;
    }

    Guarded<State> state_;
};

} // namespace flat::unix::sockets
