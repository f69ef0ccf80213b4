// SPDX-License-Identifier: BSD-2-Clause
// The calls of the check: whoever answers, the answer is what its type allows.
#include <keeping/successors/successor_check.hpp>

#include <core/memory.hpp>
#include <core/panic.hpp>

namespace flat::keeping::successors {

using demo::Ledger;

namespace {

/// A text for a server, and bytes beside it which are nobody's but ours.
class Fenced {
public:
    static constexpr usize fence_bytes = 64;
    static constexpr usize text_bytes = 600;

    Fenced() { memset(bytes_, '.', sizeof bytes_); }

    Span<u8> text(usize size) { return Span<u8>(bytes_ + fence_bytes, size); }

    void expect_whole(usize size) const {
        for (usize i = 0; i < sizeof bytes_; ++i)
            if ((i < fence_bytes || i >= fence_bytes + size) && bytes_[i] != '.')
                panic("byte {} beside a buffer of {} was written", i, size);
    }

private:
    u8 bytes_[2 * fence_bytes + text_bytes];
};

} // namespace

SuccessorCheck::Trial const SuccessorCheck::trials[trial_count] = {
    &SuccessorCheck::add,     &SuccessorCheck::enroll, &SuccessorCheck::apply,
    &SuccessorCheck::borrow,  &SuccessorCheck::note,   &SuccessorCheck::read,
    &SuccessorCheck::reverse, &SuccessorCheck::ask};

bool SuccessorCheck::add() {
    auto const sum = ledger->add(3);
    return sum.is_ok() && sum.value() == 3;
}

bool SuccessorCheck::apply() {
    Ledger::Change const change = {Ledger::Kind::deposit, true, 7, 100};
    auto const outcome = ledger->apply(change, 2);
    if (outcome.is_error()) return false;
    Ledger::Outcome const found = outcome.value();
    u8 is_noted = 0;
    memcpy(&is_noted, &found.change.is_noted, sizeof is_noted);
    if (found.change.kind > Ledger::Kind::withdrawal || is_noted > 1)
        panic("an answer is none that its type allows");
    return found.change == change && found.difference == 200;
}

bool SuccessorCheck::note() {
    Fenced fenced;
    auto const number = ledger->note(fenced.text(Fenced::text_bytes));
    fenced.expect_whole(0);
    return number.is_ok() && number.value() == 0;
}

bool SuccessorCheck::read() {
    Fenced fenced;
    auto const count = ledger->read(0, 0, fenced.text(Fenced::text_bytes));
    fenced.expect_whole(Fenced::text_bytes);
    return count.is_ok() && count.value() == Fenced::text_bytes;
}

bool SuccessorCheck::reverse() {
    Fenced fenced;
    Span<u8> const text = fenced.text(4);
    memcpy(text.data(), "flat", text.size());
    bool const is_answered = ledger->reverse(text).is_ok();
    fenced.expect_whole(text.size());
    return is_answered && memcmp(text.data(), "talf", text.size()) == 0;
}

bool SuccessorCheck::enroll() {
    members_[round_].pass();
    auto const number = roster->enroll(members_[round_]);
    return number.is_ok() && number.value() == 1;
}

/// Has the task call the member that was passed.
bool SuccessorCheck::ask() {
    u64 const before = members_[round_].calls();
    auto const sum = roster->ask(1, 5);
    return sum.is_ok() && sum.value() == 5 && members_[round_].calls() == before + 1;
}

/// What an honest one lends is kept until the next honest one comes.
bool SuccessorCheck::borrow() {
    auto const book = books->borrow();
    if (book.is_error()) return false;
    for (u64 i = 0; i < round_; ++i)
        if (book.value() == &members_[i]) panic("what was passed to one comes from its successor");
    auto const sum = book.value()->add(4);
    if (way_of(round_) != Way::honest) {
        book.value()->release();
        return false;
    }
    stale_ = book.value();
    return sum.is_ok() && sum.value() == 4;
}

} // namespace flat::keeping::successors
