// SPDX-License-Identifier: BSD-2-Clause
// One of two kernels that find out whether the memory that they share is one memory.
#include <demo/sharing/litmus.hpp>

#include <core/panic.hpp>
#include <core/say.hpp>
#include <demo/start.hpp>
#include <machine/interrupts.hpp>

namespace flat::demo::sharing {

namespace {

// Pages by what they are for; each thread has one where it says how often it has met the others,
// and one for its registers.
constexpr u64 meeting_page = 0;
constexpr u64 register_page = 4;
constexpr u64 lock_page = 8; // two flags and whose turn it is, apart
constexpr u64 counter_page = 11;
constexpr u64 own_page = 12; // of each kernel
constexpr u64 end_page = 14;
constexpr u64 first_variable_page = 16;
constexpr u64 first_probe_page = 31;

constexpr u64 patience_ns = 2'000'000'000;
constexpr u64 silence_ns = 30'000'000'000; // a run takes less

constexpr u32 variables_apart = 256; // words, in one page
constexpr u32 counts = 50;           // by each of two threads
constexpr u64 own_word = 0x464c4154;

} // namespace

Litmus::Litmus(Ports const& ports, Attributes const& attributes)
    : LitmusComponent(ports, attributes), words_({*spaces, *mmu, *threads}, *shared),
      first_(*this, kernel), second_(*this, kernel + kernels) {}

void Litmus::run() {
    say(*log, "kernel {} of {} begins", kernel, kernels);
    if (!store(own_page + kernel, 0, own_word + kernel)) panic("there is no other kernel");
    start(*threads, first_);
    start(*threads, second_);
    for (;;) {
        u64 const ticket = threads->ticket();
        if (ended_ == players) break;
        threads->wait(address_of(this), ticket);
    }
    if (has_failed_) {
        survive();
        return;
    }
    say(*log, "all programs have one memory, with {} page faults here", words_.faults());
    part();
}

/// The home ends after some time in which its partner can learn that all is over.
void Litmus::part() {
    constexpr u64 grace_ns = 1'000'000'000;
    machine::enable_interrupts(); // which the thread of the entry begins without
    u64 const begin_ns = alarms->now_ns();
    u64 is_over = kernel == 0;
    if (kernel == 0 && !store(end_page, 0, is_over)) return;
    for (;;) {
        if (kernel != 0 && (!load(end_page, 0, is_over) || is_over)) return;
        if (kernel == 0 && alarms->now_ns() - begin_ns > grace_ns) return;
        threads->yield();
    }
}

void Litmus::Player::run() {
    if (!play()) litmus_.has_failed_ = true;
    ++litmus_.ended_;
    litmus_.threads->notify_all(address_of(&litmus_));
}

/// Each program twice: with its variables in one page, and in two. FALSE if an access failed.
bool Litmus::Player::play() {
    u64 page = first_variable_page;
    for (LitmusProgram const& each : litmus_programs()) {
        if (!play(each, page, false) || !play(each, page + 1, true)) return false;
        page += 3;
    }
    return count();
}

bool Litmus::Player::play(LitmusProgram const& program, u64 page, bool is_apart) {
    for (u32 round = 0; round < litmus_.rounds; ++round)
        if (!meet() || !play_round(program, page, is_apart, round)) return false;
    if (!meet()) return false;
    if (number_ == 0 && !litmus_.check(program)) return false;
    return meet();
}

bool Litmus::Player::play_round(LitmusProgram const& program, u64 page, bool is_apart, u32 round) {
    for (u32 i = 0; i < LitmusProgram::steps_max; ++i) {
        Step const& step = program.steps[number_][i];
        if (step.kind == Step::Kind::none) continue;
        hesitate();
        u64 const where = page + (is_apart ? step.variable : 0);
        u32 const place = round + (is_apart ? 0 : step.variable * variables_apart);
        u64 word = step.value;
        if (step.kind == Step::Kind::store && !litmus_.store(where, place, word)) return false;
        if (step.kind == Step::Kind::store) continue;
        u32 const own = round * LitmusProgram::steps_max + i;
        if (!litmus_.load(where, place, word)) return false;
        if (!litmus_.store(register_page + number_, own, word)) return false;
    }
    return true;
}

/// Waits until all threads have come here as often.
bool Litmus::Player::meet() {
    if (!litmus_.store(meeting_page + number_, 0, ++met_)) return false;
    for (u32 i = 0; i < threads_all; ++i) {
        u64 word = 0;
        Waiting waiting(litmus_.alarms->now_ns());
        while (word < met_) {
            if (litmus_.has_failed_ || !litmus_.load(meeting_page + i, 0, word)) return false;
            if (word < met_ && !litmus_.wait_for_others(waiting)) return false;
        }
    }
    return true;
}

/// Looks at a copy that is here need not ask the other kernel: if it says nothing for long, another
/// page does. Where all is here, it is gone after half a minute. FALSE then.
bool Litmus::wait_for_others(Waiting& waiting) {
    threads->yield();
    u64 const now_ns = alarms->now_ns();
    if (now_ns - waiting.begin_ns > silence_ns) return false;
    if (now_ns - waiting.probed_ns < patience_ns) return true;
    waiting.probed_ns = now_ns;
    u64 const pages = shared->pages() - first_probe_page;
    u64 word = 0;
    return load(first_probe_page + probes_++ % pages, 0, word);
}

/// Up to some thousand instructions, so that rounds differ (Marsaglia's xorshift generator).
void Litmus::Player::hesitate() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    for (u64 left = state_ % 4096; left != 0; --left)
        asm volatile("");
}

/// The first thread of each kernel counts; all see the sum.
bool Litmus::Player::count() {
    if (number_ < kernels) {
        for (u32 i = 0; i < counts; ++i) {
            u64 sum = 0;
            if (!enter() || !litmus_.load(counter_page, 0, sum)) return false;
            hesitate();
            if (!litmus_.store(counter_page, 0, sum + 1)) return false;
            if (!litmus_.store(lock_page + number_, 0, 0)) return false;
        }
    }
    u64 sum = 0;
    if (!meet() || !litmus_.load(counter_page, 0, sum)) return false;
    constexpr u64 all = u64{kernels} * counts;
    if (sum != all) panic("{} are counted under a lock, of {}", sum, all);
    if (number_ == 0) say(*litmus_.log, "{} counts under Peterson's lock: none is lost", sum);
    return meet();
}

/// Takes Peterson's lock (1981): says that it wants to, gives way, and waits.
bool Litmus::Player::enter() {
    u32 const other = 1 - number_;
    if (!litmus_.store(lock_page + number_, 0, 1)) return false;
    if (!litmus_.store(lock_page + 2, 0, other)) return false;
    Waiting waiting(litmus_.alarms->now_ns());
    for (;;) {
        u64 wants = 0;
        u64 turn = 0;
        if (litmus_.has_failed_ || !litmus_.load(lock_page + other, 0, wants)) return false;
        if (wants == 0) return true;
        if (!litmus_.load(lock_page + 2, 0, turn)) return false;
        if (turn != other) return true;
        if (!litmus_.wait_for_others(waiting)) return false;
    }
}

/// Looks at the results of a program, and how many different ones there are of those that differ in
/// their first loads.
bool Litmus::check(LitmusProgram const& program) {
    u64 seen = 0;
    u32 kinds = 0;
    for (u32 round = 0; round < rounds; ++round) {
        LitmusResult result;
        if (!read_result(program, round, result)) return false;
        if (!is_sequential(program, result)) panic("{}: not of one memory", program.name);
        u32 kind = 0;
        for (auto const& thread : result.loaded)
            for (u64 const word : thread)
                kind = kind * 3 + static_cast<u32>(word);
        u64 const mark = u64{1} << kind % 61;
        if (!(seen & mark)) ++kinds;
        seen |= mark;
    }
    say(*log, "{}: {} rounds, {} results, all of one memory", program.name, rounds, kinds);
    return true;
}

bool Litmus::read_result(LitmusProgram const& program, u32 round, LitmusResult& result) {
    for (u32 thread = 0; thread < threads_all; ++thread)
        for (u32 i = 0; i < LitmusProgram::steps_max; ++i) {
            bool const is_load = program.steps[thread][i].kind == Step::Kind::load;
            u32 const place = round * LitmusProgram::steps_max + i;
            if (is_load && !load(register_page + thread, place, result.loaded[thread][i]))
                return false;
        }
    return true;
}

/// Every page is tried for reading and for writing.
void Litmus::survive() {
    u64 word = 0;
    if (!load(own_page + kernel, 0, word) || word != own_word + kernel)
        panic("the page of this kernel's own is lost");
    if (!store(own_page + kernel, 0, word)) panic("it cannot be written to any more");
    u32 read = 0;
    u32 written = 0;
    for (u64 page = 0; page < shared->pages(); ++page) {
        u64 const begin_ns = alarms->now_ns();
        bool const is_read = load(page, 0, word);
        read += is_read;
        written += is_read && store(page, 0, word);
        if (alarms->now_ns() - begin_ns > u64{30} * 1'000'000'000) panic("an access hangs");
    }
    u64 const all = shared->pages();
    say(*log, "the other kernel is gone: {} pages can be written, {} read only, {} are lost",
        written, read - written, all - read);
}

} // namespace flat::demo::sharing
