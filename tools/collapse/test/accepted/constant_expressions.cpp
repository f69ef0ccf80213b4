// SPDX-License-Identifier: BSD-2-Clause
// Constructors, functions and objects that are constant expressions stay so.
// RUN: %same_output --class Version %s
#include <cstdio>

struct Major {
    constexpr explicit Major(int major) : major_(major) {}
    constexpr int major() const noexcept { return major_; }
    static constexpr int scale = 100;
    int major_;
};

struct Minor : Major {
    constexpr Minor(int major, int minor) : Major(major), minor_(minor) {}
    consteval static int most() { return scale - 1; }
    int minor_;
};

struct Version : Minor {
    constexpr Version(int major, int minor) : Minor(major, minor) {}
    constexpr int number() const { return major() * scale + minor_; }
};

constexpr Version current(3, 14);
static_assert(current.number() == 314);
constinit Version latest(4, Version::most());
int table[current.major()] = {1, 2, 3};

int main() {
    std::printf("%d %d %zu\n", current.number(), latest.number(), sizeof table / sizeof *table);
}

// PRINTS: 314 499 3
