// SPDX-License-Identifier: BSD-2-Clause
// While a base is constructed, a virtual call reaches the base's own function.
// RUN: %same_output --class Timer %s
#include <cstdio>

struct Clock {
    Clock() {
        std::printf("clock constructed as %s\n", name());
        resolution = ticks();
    }
    virtual ~Clock() = default;
    virtual char const* name() const { return "clock"; }
    virtual int ticks() const { return 100; }
    int resolution = 0;
};

struct Counter : Clock {
    Counter() { std::printf("counter constructed as %s\n", name()); }
    char const* name() const override { return "counter"; }
};

struct Timer : Counter {
    Timer() { std::printf("timer constructed as %s\n", name()); }
    char const* name() const override { return "timer"; }
    int ticks() const override { return 1000; }
};

int main() {
    Timer timer;
    std::printf("%s, %d of %d\n", timer.name(), timer.resolution, timer.ticks());
}

// PRINTS: clock constructed as clock
// PRINTS: counter constructed as counter
// PRINTS: timer constructed as timer
// PRINTS: timer, 100 of 1000
