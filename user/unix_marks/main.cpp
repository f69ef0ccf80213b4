// SPDX-License-Identifier: BSD-2-Clause
// Counts the instructions of system calls, faults, signals and processes, as a program sees them:
// its own are among them, but for those of the loops.
#include <linux/calls.hpp>

namespace {

using namespace linux_calls;
using flat::address_of;

constexpr u32 rounds = 64;
constexpr u64 page_bytes = 4096;

/// struct sigaction of the kernel.
struct Action {
    void (*handler)(int);
    u64 flags;
    void (*restorer)();
    u64 mask;
};

/// Calls an operation so often, after a few times that warm it up; returns what one costs on
/// average. Interrupts of the timer are among it.
template<class Operation>
u64 cost_of(Operation const& operation) {
    for (u32 i = 0; i < 4; ++i)
        operation();
    u64 const begin = ticks();
    for (u32 i = 0; i < rounds; ++i)
        operation();
    return (ticks() - begin) / rounds;
}

void report(char const* operation, u64 instructions) {
    print("@record {\"operation\": \"");
    print(operation);
    print("\", \"instructions\": ");
    print(instructions);
    print("}\n");
}

void ignore(int) {}

void measure_yield() {
    constexpr u64 iterations = 256;
    i64 const child = call(fork);
    if (child == 0) {
        for (;;)
            (void)call(sched_yield);
    }
    for (u32 i = 0; i < 8; ++i)
        (void)call(sched_yield);
    u64 const begin = ticks();
    for (u64 i = 0; i < iterations; ++i)
        (void)call(sched_yield);
    report("yield", (ticks() - begin) / (2 * iterations)); // each iteration is two switches
    (void)call(kill, static_cast<u64>(child), 9);
    (void)call(wait4, static_cast<u64>(child));
}

void measure_faults() {
    constexpr u64 read_write = 3;
    constexpr u64 private_anonymous = 0x22;
    i64 const place = call(mmap, 0, rounds * page_bytes, read_write, private_anonymous, ~u64{0});
    u64 const begin = ticks();
    for (u32 i = 0; i < rounds; ++i)
        *reinterpret_cast<char volatile*>(place + static_cast<i64>(i * page_bytes)) = 1;
    report("fault", (ticks() - begin) / rounds);
    (void)call(munmap, static_cast<u64>(place), rounds * page_bytes);
}

void measure_files() {
    static char const path[] = "/bin/marks";
    report("open",
           cost_of([] { (void)call(close, static_cast<u64>(call(open, address_of(path)))); }));
}

void measure_signals() {
    constexpr u32 sigusr1 = 10;
    constexpr u64 with_restorer = 0x0400'0000;
    Action const action{ignore, with_restorer, linux_restorer, 0};
    (void)call(rt_sigaction, sigusr1, address_of(&action), 0, sizeof(u64));
    u64 const own = static_cast<u64>(call(getpid));
    report("signal", cost_of([own] { (void)call(kill, own, sigusr1); }));
}

void end_child(i64 child) {
    if (child == 0) (void)call(exit, 0);
    (void)call(wait4, static_cast<u64>(child));
}

void measure_processes(char** arguments) {
    static char end_word[] = "end";
    char* const words[] = {arguments[0], end_word, nullptr};
    u64 const forks = cost_of([] { end_child(call(fork)); });
    report("fork", forks);
    u64 const both = cost_of([&words] {
        i64 const child = call(fork);
        if (child == 0)
            (void)call(execve, address_of(words[0]), reinterpret_cast<u64>(&words[0]), 0);
        end_child(child);
    });
    report("exec", both - forks);
}

} // namespace

extern "C" int main(int count, char** arguments) {
    if (count > 1) return 0; // run by itself, to be counted
    report("getpid", cost_of([] { (void)call(getpid); }));
    measure_yield();
    measure_faults();
    measure_files();
    measure_signals();
    measure_processes(arguments);
    return 0;
}
