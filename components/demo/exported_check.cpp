// SPDX-License-Identifier: BSD-2-Clause
// Asks an exported ledger with bytes that nobody has encoded.
#include <demo/exported_check.hpp>

#include <core/memory.hpp>
#include <core/panic.hpp>
#include <core/say.hpp>
#include <flat/demo/ledger.hpp>

namespace flat::demo {

namespace {

constexpr u8 mark = 0x5a;
constexpr u32 methods = 5; // the next one would break the ledger down

} // namespace

void ExportedCheck::run() {
    u32 answered = 0;
    for (u32 i = 0; i < rounds; ++i) {
        usize const bytes = random() % (room_bytes + 1);
        make_request(bytes);
        u32 const method = random() % 16 == 0 ? methods + 1 + random() % 9 : random() % methods;
        answered += ask(method, bytes, random() % (room_bytes + 1));
    }
    say(*log, "some were answered: {}", Text(answered != 0 ? "yes" : "no"));
    say(*log, "some were refused: {}", Text(answered != rounds ? "yes" : "no"));
    request_[0] = 0;
    say(*log, "then what is right is answered: {}", Text(ask(0, 16, 16) ? "yes" : "no"));
}

/// Whether it is answered; looks that nothing after the answer's room has changed.
bool ExportedCheck::ask(u32 method, usize request_bytes, usize answer_bytes) {
    memset(answer_, mark, sizeof answer_);
    Span<u64 const> const request(request_);
    auto const outcome = objects[0].answer(method, bytes_of(request).first(request_bytes),
                                           Span<u8>(answer_).first(answer_bytes));
    if (outcome.is_ok() && outcome.value() > answer_bytes) panic("an answer that has no room");
    for (usize i = answer_bytes; i < sizeof answer_; ++i)
        if (answer_[i] != mark) panic("an answer that leaves its room");
    return outcome.is_ok();
}

/// Some of the words are sizes that may be right, so that some requests go far.
void ExportedCheck::make_request(usize bytes) {
    for (u64& each : request_)
        each = random() % 4 == 0 ? random() : random() % 3;
    request_[4] %= 1000; // how often a change is made
    if (bytes >= 16 && random() % 2 == 0) request_[1] = bytes - 16 - random() % 8 % (bytes - 15);
}

/// Marsaglia's xorshift64*.
u64 ExportedCheck::random() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return (state_ * 0x2545f4914f6cdd1d) >> 16;
}

} // namespace flat::demo
