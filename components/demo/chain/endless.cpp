// SPDX-License-Identifier: BSD-2-Clause
// Calls a stage for ever, and lets nobody else run but who takes the processor away.
#include <demo/chain/endless.hpp>

#include <core/say.hpp>

namespace flat::demo::chain {

void Endless::run() {
    (void)stage->pass(0);
    if (log) say(*log, "the stage has been called, and is called for ever");
    for (u64 i = 0;; ++i) {
        (void)stage->pass(i);
        if (ledger) (void)ledger->add(i % 2);
    }
}

} // namespace flat::demo::chain
