// SPDX-License-Identifier: BSD-2-Clause
// The start of a chain: sends a few values through it and says what becomes of them.
#include <demo/chain/chain_start.hpp>

#include <core/format.hpp>

namespace flat::demo::chain {

void ChainStart::run() {
    for (u64 value = 1; value <= values; ++value) {
        TextBuffer<60> line;
        format(line, "{} through the chain: {}", value, through_chain(value));
        log->write(log::Log::Level::info, line.text().bytes());
    }
}

/// A function of its own, in which one sees what has become of the calls from link to link.
[[gnu::noinline]] u64 ChainStart::through_chain(u64 value) {
    return next->pass(value);
}

} // namespace flat::demo::chain
