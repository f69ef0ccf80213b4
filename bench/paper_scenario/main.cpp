// SPDX-License-Identifier: BSD-2-Clause
// Plays ping-pong between two threads: `program ROUNDS` prints what came of it, the size of a
// thread, and nanoseconds for each of the two messages of a round.
#include <thread.hpp>

#include "self_check.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace scenario {
namespace {

/// Keeps the compiler from knowing which thread it is: a kernel finds threads by their identifiers.
Thread& unknown(Thread& thread) {
    Thread* pointer = &thread;
    asm volatile("" : "+r"(pointer) : : "memory");
    return *pointer;
}

/// Two threads in two address spaces, and two more that wait all the time.
struct Game {
    Thread ping{1, 0x1000, 0x9100, 100};
    Thread pong{2, 0x2000, 0x9200, 100};
    Thread early{3, 0x3000, 0x9300, 50};
    Thread late{4, 0x3000, 0x9400, 50};
    Processor processor;
    WaitingList waiting;

    Game() {
        early.wait_for(anybody, waiting);
        pong.wait_for(anybody, waiting);
        late.wait_for(anybody, waiting);
        for (unsigned i = 0; i < message_words_max; ++i)
            ping.set_message_word(i, i + 1);
    }

    void send(Thread& from, Thread& to) {
        Tag const tag{from.id(), 4};
        if (send_and_wait(processor, waiting, from, to, tag, anybody) != &to) std::abort();
    }

    void play(long rounds) {
        for (long i = 0; i < rounds; ++i) {
            send(unknown(ping), unknown(pong));
            send(unknown(pong), unknown(ping));
        }
    }
};

int run(long rounds) {
    Game game;
    self_check();
    auto const begun = std::chrono::steady_clock::now();
    game.play(rounds);
    std::chrono::duration<double, std::nano> const taken = std::chrono::steady_clock::now() - begun;
    Word sum = game.processor.page_table + game.processor.stack_pointer + game.processor.current;
    for (unsigned i = 0; i < message_words_max; ++i)
        sum = sum * 3 + game.pong.message_word(i);
    std::printf("result %lu\nsize %zu\n", sum, sizeof(Thread));
    std::printf("nanoseconds %.4f\n", taken.count() / static_cast<double>(2 * rounds));
    print_words(reinterpret_cast<Word>(&game.ping), sizeof(Thread) / sizeof(Word));
    return 0;
}

} // namespace
} // namespace scenario

int main(int count, char** arguments) {
    long const rounds = count == 2 ? std::strtol(arguments[1], nullptr, 10) : 0;
    return rounds > 0 ? scenario::run(rounds) : 2;
}
