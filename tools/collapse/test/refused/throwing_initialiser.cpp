// SPDX-License-Identifier: BSD-2-Clause
// The initialiser of a member fails after a base with a destructor is complete.
// RUN: %refused --class Derived %s
#include <cstdio>
#include <stdexcept>

struct Base {
    ~Base() { std::puts("-base"); }
};

int checked(int value) {
    if (value < 0) throw std::invalid_argument("negative");
    return value;
}

struct Derived : Base {
    // CHECK: error[C0408]: an exception may leave this constructor after that of `Base`, whose
    // CHECK-NEXT: --> {{.*}}throwing_initialiser.cpp:[[#@LINE+1]]:35
    explicit Derived(int value) : value(checked(value)) {}
    int value;
};

int main() {
    try {
        return Derived(-1).value;
    } catch (std::invalid_argument const& error) {
        std::puts(error.what());
    }
}
