// SPDX-License-Identifier: BSD-2-Clause
// The copy is defaulted outside of the class, and that of a base is written.
// RUN: %refused --class Derived %s
#include <cstdio>

struct Base {
    Base() = default;
    Base(Base const& other) : generation(other.generation + 1) {}
    virtual int get() const { return generation; }
    int generation = 1;
};

// CHECK: error[C0411]: `Derived` is copied or moved by the compiler's own function, which calls
// CHECK-NEXT: --> {{.*}}defaulted_copy_outside.cpp:[[#@LINE+1]]:8
struct Derived : Base {
    Derived() = default;
    Derived(Derived const& other);
    int own = 2;
};

Derived::Derived(Derived const&) = default;

int main() {
    Derived const derived;
    Derived const copy = derived;
    std::printf("%d\n", copy.get());
}
