// SPDX-License-Identifier: BSD-2-Clause
// Uses a ledger in every way, and says what came of it: the same through every kind of binding.
#include <demo/ledger/ledger_check.hpp>

#include <core/memory.hpp>
#include <core/say.hpp>

namespace flat::demo::ledger {

namespace {

constexpr u32 longest_note = 4000;

/// An error as a number, 0 for none.
template<class T>
u32 code_of(Result<T, LedgerError> const& outcome) {
    return outcome.is_error() ? static_cast<u32>(outcome.error().code) + 1 : 0;
}

u8 letter(u32 place) {
    return static_cast<u8>('a' + place % 26);
}

} // namespace

void LedgerCheck::run() {
    add();
    apply();
    keep_notes();
    reverse();
    if (breaks) break_down();
    say(*log, "all of the ledger was used");
}

void LedgerCheck::add() {
    say(*log, "3 and 4 are {}", ledger->add(3).value() + ledger->add(4).value());
    say(*log, "too much is error {}", code_of(ledger->add(~u64{0})));
}

void LedgerCheck::apply() {
    Ledger::Change const change = {Ledger::Kind::deposit, true, 7, 100};
    Ledger::Outcome const more = ledger->apply(change, 3).value();
    say(*log, "three deposits: {} to {}, by {}, the same {}", more.before, more.after,
        static_cast<u64>(more.difference), u64{more.change == change});
    Ledger::Change const back = {Ledger::Kind::withdrawal, false, 65535, 250};
    Ledger::Outcome const less = ledger->apply(back, 1).value();
    say(*log, "a withdrawal: {} to {}, by -{}, the same {}", less.before, less.after,
        static_cast<u64>(-less.difference), u64{less.change == back});
    say(*log, "too many are error {}", code_of(ledger->apply(change, ~u32{0})));
}

void LedgerCheck::keep_notes() {
    u32 const sizes[] = {0, 1, 255, 256, 257, longest_note};
    for (u32 const size : sizes)
        keep_note(size);
    u8 none[1];
    say(*log, "an unknown note is error {}", code_of(ledger->read(1000, 0, none)));
}

/// What is read is what was written; what is not read stays as it was.
void LedgerCheck::keep_note(u32 bytes) {
    u8 written[longest_note];
    u8 found[longest_note + 3];
    for (u32 i = 0; i < bytes; ++i)
        written[i] = letter(i);
    memset(found, '.', sizeof found);
    u32 const number = ledger->note(Span<u8 const>(written, bytes)).value();
    u32 const count = ledger->read(number, 0, found).value();
    u32 wrong = 0;
    for (u32 i = 0; i < sizeof found; ++i)
        wrong += found[i] != (i < bytes ? letter(i) : '.');
    say(*log, "note {} of {} bytes: {} read, {} wrong", number, bytes, count, wrong);
}

void LedgerCheck::reverse() {
    u8 text[] = {'f', 'l', 'a', 't'};
    ledger->reverse(text).value();
    say(*log, "flat is {}", Text::from_bytes(text));
}

void LedgerCheck::break_down() {
    say(*log, "a ledger that breaks down is error {}", code_of(ledger->break_down()));
    say(*log, "what is asked of it then is error {}", code_of(ledger->add(1)));
}

} // namespace flat::demo::ledger
