// SPDX-License-Identifier: BSD-2-Clause
// Static data members with definitions out of line, inline and constant ones, counted across
// objects.
// RUN: %same_output --class Task %s
#include <cstdio>

struct Counted {
    static int alive;
    static inline int made = 0;
    static int const step = 2;
    Counted() {
        ++alive;
        made += step;
    }
    ~Counted() { --alive; }
};

int Counted::alive = 0;

struct Named : Counted {
    static char const* const names[];
    static constexpr double share = 0.5;
};

struct Task : Named {
    char const* name() const { return names[made % 3]; }
    static int total() { return alive * 100 + made; }
};

char const* const Named::names[] = {"zero", "one", "two"};

int main() {
    Task first;
    std::printf("%d %s\n", Task::total(), first.name());
    {
        Task second;
        std::printf("%d %s\n", Counted::alive, second.name());
    }
    std::printf("%d %d %.1f\n", Task::alive, Named::made, Task::share);
}

// PRINTS: 102 two
// PRINTS: 2 one
// PRINTS: 1 4 0.5
