// SPDX-License-Identifier: BSD-2-Clause
// The class of `user_headers.cpp`.
#ifndef CLOCK_HPP
#define CLOCK_HPP

#include "counting.hpp"

#include <cstdio>

inline int step() {
    return 10;
}

class Clock : public Counting {
public:
    explicit Clock(int step) : step_(step) {}
    void tick() { add(step_); }
    int step() const { return step_; }

private:
    int step_;
};

inline void show(Clock const& clock) {
    std::printf("%d %d\n", clock.count(), clock.step());
}

#endif
