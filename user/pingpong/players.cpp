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

/// What a player keeps in a register of the FPU: nothing.
struct NoCount {
    void next() {}
    bool is_right() const { return true; }
};

/// How often the player was on, in the first SSE register and, for comparison, in another one.
class SseCount {
public:
    SseCount() { write(0); }

    void next() {
        count_ += 1;
        write(read() + 1);
    }

    bool is_right() const { return read() == count_; }

private:
    static Word read() {
        Word value;
        asm volatile("movq %%xmm0, %0" : "=r"(value));
        return value;
    }

    static void write(Word value) { asm volatile("movq %0, %%xmm0" : : "r"(value)); }

    Word count_ = 0;
};

/// What pong does with a message that it does not just send back. By value, and out of line, so
/// that the loops that are measured keep their message in registers.
[[gnu::noinline]] RegisterMessage worked_on(RegisterMessage message, bool is_right) {
    if (!is_right) return {MessageTag(echo_label, 0), {}};
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
template<class Count>
bool play_series(unsigned words, Word seed) {
    auto message = make_message(echo_label, words, seed);
    Count count;
    for (auto& mark : board.marks) {
        count.next();
        exchange(message, board.pong, board.pong, {});
        flat::probe(mark);
    }
    return is_message(message, echo_label, words, seed, 0) && count.is_right();
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

template<class Count>
void play() {
    Word seed = 1;
    for (unsigned const words : message_sizes) {
        bool is_wanted = true;
        while (is_wanted) {
            bool are_intact = check_words(words, seed++);
            are_intact &= check_words(words, seed++);
            are_intact &= play_series<Count>(words, seed++);
            are_intact &= play_halves(words, seed++);
            is_wanted = report(words, are_intact);
        }
    }
    l4::sleep(Time::never());
}

/// A count that is wrong makes the words wrong, so that ping tells the referee.
template<class Count>
void answer() {
    RegisterMessage message{};
    auto partner = exchange(message, ThreadId::nil(), ThreadId::any(), {});
    for (Count count;;) {
        count.next();
        if (message.tag.label() != echo_label) message = worked_on(message, count.is_right());
        partner = exchange(message, partner, ThreadId::any(), {Time::zero(), Time::never()});
    }
}

} // namespace

void ping() {
    play<NoCount>();
}

void pong() {
    answer<NoCount>();
}

void ping_with_sse() {
    play<SseCount>();
}

void pong_with_sse() {
    answer<SseCount>();
}

} // namespace pingpong
