// SPDX-License-Identifier: BSD-2-Clause
// Exception specifications stay, also those that are computed from members of bases.
// RUN: %same_output --class Quiet %s
#include <cstdio>

struct Risky {
    int value = 1;
    int risk() { return value; }
    int calm() noexcept { return value + 1; }
    int both() noexcept(noexcept(this->calm())) { return calm(); }
    virtual ~Risky() = default;
    virtual int step() noexcept { return 5; }
};

struct Quiet : Risky {
    int step() noexcept override { return 6; }
    int last() noexcept(noexcept(risk())) { return 7; }
};

int main() {
    Quiet quiet;
    std::printf("%d %d %d", noexcept(quiet.risk()), noexcept(quiet.calm()), noexcept(quiet.both()));
    std::printf(" %d %d\n", noexcept(quiet.step()), noexcept(quiet.last()));
    std::printf("%d %d %d\n", quiet.both(), quiet.step(), quiet.last() + quiet.risk());
}

// PRINTS: 0 1 1 1 0
// PRINTS: 2 6 8
