// SPDX-License-Identifier: BSD-2-Clause
// Asks a partner from a domain of its own, and says what came of it.
#include <partners/asker.hpp>

#include <partners/ask.hpp>

namespace flat::partners {

void Asker::run() {
    u64 const chosen = way->pass(0);
    if (chosen == ways) return sleeper->sleep();
    ask(*log, "lrpc", *partner, static_cast<demo::Partner::Way>(chosen));
}

} // namespace flat::partners
