// SPDX-License-Identifier: BSD-2-Clause
// A peer that answers anything, for tests.
#include <remote/forger.hpp>

#include <core/memory.hpp>
#include <remote/message.hpp>

namespace flat::remote {

Result<usize, RemoteError> Forger::call(u64, u32, Span<u8 const>, Span<u8> answer) {
    for (usize place = 0; place < answer.size(); place += sizeof(u64)) {
        u64 const bytes = word();
        memcpy(answer.data() + place, &bytes, min<usize>(answer.size() - place, sizeof bytes));
    }
    if (random() % 4 == 0) return malformed;
    return random() % 8 == 0 ? random() % 100 : answer.size();
}

/// Most words are small enough to be numbers of failures and enumerators.
u64 Forger::word() {
    if (random() % 8 == 0) return random();
    if (random() % 4 == 0) return last_ | random() % 2 << 63;
    return random() % 3 == 0 ? 1 : 0;
}

/// Marsaglia's xorshift64*.
u64 Forger::random() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return state_ * 0x2545f4914f6cdd1d >> 8;
}

} // namespace flat::remote
