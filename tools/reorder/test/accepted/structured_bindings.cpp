// SPDX-License-Identifier: BSD-2-Clause
// Structured bindings name the members that they named before.
// RUN: %same_output --class Plain %s
#include <cstdio>

struct Plain {
    int a;
    char b;
    long c;
};

template<class T>
int sum(T const& object) {
    auto const& [x, y, z] = object;
    return x + y + static_cast<int>(z);
}

int main() {
    Plain plain = {1, 'b', 3};
    auto [x, y, z] = plain;
    std::printf("%d %c %ld %d\n", x, y, z, sum(plain));
    Plain const all[] = {{4, 'd', 5}, {6, 'e', 7}};
    for (auto const& [one, two, three] : all)
        std::printf("%d %c %ld\n", one, two, three);
}

// PRINTS: 1 b 3 102
// PRINTS: 4 d 5
// PRINTS: 6 e 7
