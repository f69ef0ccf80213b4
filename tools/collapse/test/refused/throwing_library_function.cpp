// SPDX-License-Identifier: BSD-2-Clause
// A function of the standard library throws after a base with a destructor is complete.
// RUN: %refused --class Derived %s
#include <cstdio>
#include <stdexcept>
#include <vector>

struct Base {
    ~Base() { std::puts("-base"); }
};

struct Derived : Base {
    int value;
    // CHECK: error[C0408]: an exception may leave this constructor after that of `Base`, whose
    Derived() {
        std::vector<int> const empty;
        value = empty.at(3);
    }
};

int main() {
    try {
        return Derived().value;
    } catch (std::out_of_range const&) {
        std::puts("out of range");
    }
}
