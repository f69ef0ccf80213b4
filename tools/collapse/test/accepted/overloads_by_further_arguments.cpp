// SPDX-License-Identifier: BSD-2-Clause
// Overloads that take base or class differ in a further argument, too.
// RUN: %same_output --class Derived %s
#include <cstdio>

struct Base {
    virtual ~Base() = default;
};

struct Derived : Base {};

int kind(Base const&, long) {
    return 1;
}
int kind(Derived const&, int) {
    return 2;
}
int pick(Base const&, int) {
    return 3;
}
int pick(Derived const&, long) {
    return 4;
}

int main() {
    Derived derived;
    Base const& base = derived;
    std::printf("%d %d %d %d\n", kind(derived, 1), kind(base, 1L), pick(base, 1),
                pick(derived, 2L));
}

// PRINTS: 2 1 3 4
