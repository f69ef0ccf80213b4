// SPDX-License-Identifier: BSD-2-Clause
// Constructor bodies of bases return early, have local names and inner functions.
// RUN: %same_output --class Derived %s
#include <cstdio>

struct Base {
    explicit Base(int number) {
        int copy = number;
        if (number < 0) return;
        auto add = [&copy, this](int by) { this->number = copy += by; };
        add(5);
        std::printf("base %d\n", copy);
    }
    int number = 0;
};

struct Derived : Base {
    explicit Derived(int copy) : Base(copy) {
        int number = copy;
        std::printf("derived %d %d\n", number, this->number);
    }
};

int main() {
    Derived positive(1);
    Derived negative(-1);
    std::printf("%d %d\n", positive.number, negative.number);
}

// PRINTS: base 6
// PRINTS: derived 1 6
// PRINTS: derived -1 0
// PRINTS: 6 0
