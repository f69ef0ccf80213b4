// SPDX-License-Identifier: BSD-2-Clause
// Asks exported objects with bytes that nobody has encoded.
#include <remote/exported_check.hpp>

#include <core/memory.hpp>
#include <core/panic.hpp>
#include <core/say.hpp>
#include <remote/message.hpp>

namespace flat::remote {

namespace {

constexpr u8 mark = 0x5a;
constexpr u32 ledger_methods = 5; // the next one would break the ledger down
constexpr u32 market_methods = 8;

} // namespace

void ExportedCheck::run() {
    u32 answered = 0;
    for (u32 i = 0; i < rounds; ++i)
        answered += ask_at_random(0, ledger_methods);
    say(*log, "some were answered: {}", Text(answered != 0 ? "yes" : "no"));
    say(*log, "some were refused: {}", Text(answered != rounds ? "yes" : "no"));
    u32 with_objects = 0;
    for (u32 i = 0; i < rounds; ++i)
        with_objects += ask_at_random(1 + i % 2, market_methods);
    say(*log, "some with objects were answered: {}", Text(with_objects != 0 ? "yes" : "no"));
    say(*log, "some of what was passed answered: {}", Text(passed_answered_ != 0 ? "yes" : "no"));
    say(*log, "some with objects were refused: {}", Text(with_objects != rounds ? "yes" : "no"));
    request_[0] = 0;
    say(*log, "then what is right is answered: {}", Text(ask(0, 0, 16, 16) ? "yes" : "no"));
}

/// Whether it is answered. The objects of a market are asked as well.
u32 ExportedCheck::ask_at_random(u32 object, u32 methods) {
    usize const bytes = random() % (room_bytes + 1);
    make_request(bytes);
    usize const answer_bytes = random() % (room_bytes + 1);
    bool const is_passed = object != 0 && random() % 4 == 0;
    if (object != 0) request_[random() % 3] = word();
    if (is_passed) return ask_what_was_passed(random() % 6, bytes, answer_bytes);
    u32 const method = random() % 16 == 0 ? methods + 1 + random() % 9 : random() % methods;
    if (method == 0 && object != 0) request_[1] %= 100; // offers that it asks for
    return ask(object, method, bytes, answer_bytes);
}

bool ExportedCheck::ask(u32 object, u32 method, usize request_bytes, usize answer_bytes) {
    Span<u64 const> const request(request_);
    return is_answer(objects[object].answer(method, *peer, bytes_of(request).first(request_bytes),
                                            clear_answer(answer_bytes)),
                     answer_bytes);
}

bool ExportedCheck::ask_what_was_passed(u32 method, usize request_bytes, usize answer_bytes) {
    auto* const passed = peer->passed(request_[0]);
    if (!passed) return false;
    Span<u64 const> const request(request_);
    bool const is_answered =
        is_answer(passed->answer(method, *peer, bytes_of(request).first(request_bytes),
                                 clear_answer(answer_bytes)),
                  answer_bytes);
    passed->leave();
    passed_answered_ += is_answered;
    return is_answered;
}

Span<u8> ExportedCheck::clear_answer(usize bytes) {
    memset(answer_, mark, sizeof answer_);
    return Span<u8>(answer_).first(bytes);
}

/// A name that was given lately, as one of the peer's objects or of ours, or any number.
u64 ExportedCheck::word() {
    if (random() % 3 == 0) return random();
    return last_ | random() % 2 << 63;
}

/// Whether it is one; looks that nothing after the answer's room has changed.
bool ExportedCheck::is_answer(Result<usize, RemoteError> const& outcome, usize answer_bytes) {
    if (outcome.is_ok() && outcome.value() > answer_bytes) panic("an answer that has no room");
    for (usize i = answer_bytes; i < sizeof answer_; ++i)
        if (answer_[i] != mark) panic("an answer that leaves its room");
    if (outcome.is_ok() && outcome.value() >= 2 * sizeof(u64)) remember_name();
    return outcome.is_ok();
}

/// What is no number of anything else is the name of an object that was the result.
void ExportedCheck::remember_name() {
    u64 result;
    memcpy(&result, answer_ + sizeof result, sizeof result);
    u64 const name = result & ~u64{0} >> 1;
    if (name >> 32 != 0) last_ = name;
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

} // namespace flat::remote
