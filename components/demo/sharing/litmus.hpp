// SPDX-License-Identifier: BSD-2-Clause
// One of two kernels that find out whether the memory that they share is one memory.
#pragma once

#include <core/utility.hpp>
#include <demo/sharing/litmus.flat.hpp>
#include <demo/sharing/litmus_programs.hpp>
#include <demo/sharing/shared_words.hpp>
#include <flat/thread/thread.hpp>

namespace flat::demo::sharing {

/// Two threads in each kernel make the steps of the programs, round by round: each round has
/// variables of its own, in one page or in two. Kernel 0 looks whether each result is one of
/// sequential consistency, and panics if not. Then two threads count under Peterson's lock, which
/// needs it.
///
/// If an access fails, because the other kernel is gone, it says what is left: the page that it
/// alone has used must be, and every other page is usable or an error, in a limited time.
class Litmus : public LitmusComponent, NonCopyable {
public:
    Litmus(Ports const& ports, Attributes const& attributes);

    void run() override;

private:
    static constexpr u32 kernels = 2;
    static constexpr u32 players = 2;
    static constexpr u32 threads_all = LitmusProgram::threads_max;

    /// Since when one waits, and when it last looked whether the other kernel lives.
    struct Waiting {
        explicit Waiting(u64 now_ns) : begin_ns(now_ns), probed_ns(now_ns) {}

        u64 const begin_ns;
        u64 probed_ns;
    };

    /// One of the threads of this kernel.
    class Player final : public thread::Thread::Body {
    public:
        Player(Litmus& litmus, u32 number) : litmus_(litmus), number_(number), state_(number + 1) {}

        void run() override;

    private:
        friend Litmus;

        bool play();
        bool play(LitmusProgram const& program, u64 page, bool is_apart);
        bool play_round(LitmusProgram const& program, u64 page, bool is_apart, u32 round);
        bool meet();
        bool count();
        bool enter();
        void hesitate();

        Litmus& litmus_;
        u32 const number_;
        u64 state_;
        u64 met_ = 0;
    };

    bool check(LitmusProgram const& program);
    bool read_result(LitmusProgram const& program, u32 round, LitmusResult& result);
    bool wait_for_others(Waiting& waiting);
    void part();
    void survive();
    bool load(u64 page, u32 place, u64& word) { return words_.load(page, place, word); }
    bool store(u64 page, u32 place, u64 word) { return words_.store(page, place, word); }

    SharedWords words_;
    Player first_;
    Player second_;
    bool has_failed_ = false;
    u32 ended_ = 0; // threads
    u64 probes_ = 0;
};

} // namespace flat::demo::sharing
