// SPDX-License-Identifier: BSD-2-Clause
// Calls a stage again and again, as long as the machine runs.
#pragma once

#include <core/utility.hpp>
#include <demo/chain/metronome.flat.hpp>
#include <flat/thread/thread.hpp>

namespace flat::demo::chain {

/// Something to look at from outside: it calls `stage` three times for each call of `other`, and
/// lets other threads run between the calls. It never returns.
class Metronome : public MetronomeComponent, NonCopyable {
public:
    using MetronomeComponent::MetronomeComponent;

    void run() override;

private:
    /// The thread that calls, which takes interrupts, other than the boot's.
    class Caller : public thread::Thread::Body {
    public:
        void join(Metronome& metronome) { metronome_ = &metronome; }
        void run() override;

    private:
        Metronome* metronome_ = nullptr;
    };

    Caller caller_;
};

} // namespace flat::demo::chain
