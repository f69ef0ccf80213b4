// SPDX-License-Identifier: BSD-2-Clause
// Cycles of IPC on hosted: calls the kernel's entry function directly, in one and in two spaces.
#include <api/testing.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

using flat::Tcb;
using flat::u64;
using flat::api::ThreadId;
using flat::api::testing::Machine;

constexpr int rounds = 1000;
constexpr int batches = 301;

/// The time-stamp counter, once everything before it is done.
u64 cycles() {
    unsigned low;
    unsigned high;
    asm volatile("lfence; rdtsc" : "=a"(low), "=d"(high) : : "memory");
    return u64{high} << 32 | low;
}

/// One system call on the short path; the benchmark is void if it is not taken.
void call(Machine& machine, Tcb& from, Tcb& to, ThreadId then) {
    Tcb* const next = machine.ipc.send_and_wait(from, to.id().raw(), then.raw(), 0, 0);
    if (next != &to) std::abort();
}

/// What a call that does nothing costs: the overhead of the loop.
[[gnu::noinline]] void call_nothing(Tcb&, Tcb&) {
    asm volatile("");
}

template<class Round>
double cycles_per_round(Round round) {
    u64 const begun = cycles();
    for (int i = 0; i < rounds; ++i)
        round();
    return static_cast<double>(cycles() - begun) / rounds;
}

void print(char const* what, std::vector<double> values) {
    std::ranges::sort(values);
    auto const at = [&](double part) { return values[static_cast<size_t>(part * (batches - 1))]; };
    std::printf("%-28s %8.2f %8.2f %8.2f\n", what, at(0), at(0.5), at(0.9));
}

} // namespace

int main() {
    Machine machine;
    Tcb& ping = machine.add(9, *machine.root);
    Tcb& near = machine.add(10, *machine.root);
    Tcb& far = machine.add_space(11);
    machine.receive(near, ThreadId::any());
    machine.receive(far, ThreadId::any());
    machine.run(ping);

    auto const play = [&](Tcb& pong) {
        call(machine, ping, pong, pong.id());
        call(machine, pong, ping, ThreadId::any());
    };
    std::array<std::vector<double>, 3> results;
    for (int batch = -10; batch < batches; ++batch) { // the first ten warm up
        double const nothing = cycles_per_round([&] {
            call_nothing(ping, near);
            call_nothing(near, ping);
        });
        double const one = cycles_per_round([&] { play(near); });
        double const two = cycles_per_round([&] { play(far); });
        if (batch < 0) continue;
        results[0].push_back(one - nothing);
        results[1].push_back(two - nothing);
        results[2].push_back(two / one);
    }
    std::printf("%d batches of %d round trips, interleaved; cycles of the time-stamp counter\n",
                batches, rounds);
    std::printf("%-28s %8s %8s %8s\n", "", "minimum", "median", "90 %");
    print("round trip, one space", results[0]);
    print("round trip, two spaces", results[1]);
    print("two spaces / one space", results[2]);
    std::fflush(stdout);
    std::_Exit(0);
}
