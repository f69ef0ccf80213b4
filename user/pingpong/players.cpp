// SPDX-License-Identifier: BSD-2-Clause
// The two players: ping calls, pong answers.
#include "players.hpp"

#include <l4/ipc.hpp>
#include <l4/register_message.hpp>

namespace pingpong {

using l4::MessageTag;
using l4::RegisterMessage;
using l4::ThreadId;
using l4::Time;
using l4::Word;

Board board;

namespace {

constexpr unsigned message_sizes[] = {0, 1, 2, 3, 4, 7, 8, 16, 32, 63};

constexpr Word echo_label = 'e';
constexpr Word complement_label = 'c';
constexpr Word halves_label = 'h';

/// Word `index` of a message: in a register or in the UTCB.
Word& word(RegisterMessage& message, unsigned index) {
    if (index < RegisterMessage::count) return message.words[index];
    return l4::my_utcb().message_registers[index + 1];
}

/// Differs for each word of each message.
Word pattern(Word seed, unsigned index) {
    return (seed << 8 | index) * 0x9e37'79b9'7f4a'7c15;
}

RegisterMessage make_message(Word label, unsigned words, Word seed) {
    RegisterMessage message{MessageTag(label, words), {}};
    for (unsigned index = 0; index < words; ++index)
        word(message, index) = pattern(seed, index);
    return message;
}

bool is_message(RegisterMessage message, Word label, unsigned words, Word seed, Word flip) {
    if (message.tag != MessageTag(label, words)) return false;
    for (unsigned index = 0; index < words; ++index)
        if (word(message, index) != (pattern(seed, index) ^ flip)) return false;
    return true;
}

/// What pong does with a message that it does not just send back. By value, and out of line, so
/// that the loops that are measured keep their message in registers.
[[gnu::noinline]] RegisterMessage worked_on(RegisterMessage message) {
    if (message.tag.label() == halves_label) {
        flat::probe(board.halves.halfway);
        return message;
    }
    for (unsigned index = 0; index < message.tag.untyped_words(); ++index)
        word(message, index) = ~word(message, index);
    return message;
}

/// Plays one round trip that a kernel which forgets words, in either direction, does not survive.
bool check_words(unsigned words, Word seed) {
    auto message = make_message(complement_label, words, seed);
    exchange(message, board.pong, board.pong, {});
    return is_message(message, complement_label, words, seed, ~Word{0});
}

/// Plays a series with a mark after each round trip; the words stay what they are. One more round
/// trip comes before the first mark, so that all those between marks begin and end alike.
bool play_series(unsigned words, Word seed) {
    auto message = make_message(echo_label, words, seed);
    for (auto& mark : board.marks) {
        exchange(message, board.pong, board.pong, {});
        flat::probe(mark);
    }
    return is_message(message, echo_label, words, seed, 0);
}

/// Plays a round trip with a mark on either side; the one before it brings the pages in.
bool play_halves(unsigned words, Word seed) {
    auto message = make_message(halves_label, words, seed);
    for (unsigned trip = 0; trip < 2; ++trip) {
        flat::probe(board.halves.before);
        exchange(message, board.pong, board.pong, {});
        flat::probe(board.halves.after);
    }
    return is_message(message, halves_label, words, seed, 0);
}

/// Whether the referee wants the series again.
bool report(unsigned words, bool are_intact) {
    l4::write_message(Report::label, words, are_intact);
    auto const answer = l4::call(board.referee);
    return answer.is_ok() && l4::message_word(0) != 0;
}

} // namespace

void ping() {
    Word seed = 1;
    for (unsigned const words : message_sizes) {
        bool is_wanted = true;
        while (is_wanted) {
            bool are_intact = check_words(words, seed++);
            are_intact &= check_words(words, seed++);
            are_intact &= play_series(words, seed++);
            are_intact &= play_halves(words, seed++);
            is_wanted = report(words, are_intact);
        }
    }
    l4::sleep(Time::never());
}

void pong() {
    RegisterMessage message{};
    auto partner = exchange(message, ThreadId::nil(), ThreadId::any(), {});
    for (;;) {
        if (message.tag.label() != echo_label) message = worked_on(message);
        partner = exchange(message, partner, ThreadId::any(), {Time::zero(), Time::never()});
    }
}

} // namespace pingpong
