// SPDX-License-Identifier: BSD-2-Clause
// Calls a stage again and again, as long as the machine runs.
#include <demo/chain/metronome.hpp>

#include <core/say.hpp>
#include <demo/start.hpp>

namespace flat::demo::chain {

void Metronome::run() {
    say(*log, "the metronome runs");
    caller_.join(*this);
    start(*threads, caller_).join();
}

void Metronome::Caller::run() {
    for (u64 i = 0;; ++i) {
        (void)metronome_->stage->pass(i);
        if (i % 3 == 0) (void)metronome_->other->pass(i);
        if (metronome_->ledger) (void)metronome_->ledger->add(i % 2);
        metronome_->threads->yield();
    }
}

} // namespace flat::demo::chain
