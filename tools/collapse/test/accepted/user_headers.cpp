// SPDX-License-Identifier: BSD-2-Clause
// The hierarchy is spread over headers of the user, some included twice and within others.
// RUN: %same_output --class Clock --flag=-I%inputs %s
#include "clock.hpp"

#include "counting.hpp"

#include <cstdio>

int main() {
    Clock clock(3);
    clock.tick();
    clock.tick();
    show(clock);
    std::printf("%d %d\n", clock.count(), clock.Counting::limit);
}

// PRINTS: 60 3
// PRINTS: 60 12
