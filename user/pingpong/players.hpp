// SPDX-License-Identifier: BSD-2-Clause
// The two players: ping calls, pong answers.
#pragma once

#include "series.hpp"

#include <l4/abi/thread_id.hpp>

namespace pingpong {

/// What players and referee share: the same memory in every address space.
struct Board {
    l4::ThreadId referee;
    l4::ThreadId pong;
    flat::ProbeRecord marks[rounds + 1];
    Halves halves;
};

extern Board board;

/// What ping tells the referee after each series: how many words a message had, and whether all
/// arrived intact, both ways. The answer says whether to repeat the series.
struct Report {
    static constexpr l4::Word label = 'P';
    static constexpr unsigned words = 2;
};

/// Plays series with messages of 0 to 63 words, each until the referee is satisfied.
void ping();

/// Answers each message with the same words, or if asked so, with their complements or after a
/// mark.
void pong();

/// The same, and each counts in an SSE register as well, which must come to the same number.
void ping_with_sse();
void pong_with_sse();

} // namespace pingpong
