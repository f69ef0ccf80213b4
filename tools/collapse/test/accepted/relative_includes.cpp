// SPDX-License-Identifier: BSD-2-Clause
// A header is included by its place relative to the source.
// RUN: %same_output --class Clock %s
#include "../Inputs/clock.hpp"

int main() {
    Clock clock(2);
    clock.tick();
    show(clock);
}

// PRINTS: 20 2
