// SPDX-License-Identifier: BSD-2-Clause
// The class is copied implicitly, with a copy constructor of the base that does something else.
// RUN: %refused --class Derived %s
struct Base {
    Base() = default;
    Base(Base const& other) : generation(other.generation + 1) {}
    int generation = 0;
};

// CHECK: error[C0411]: `Derived` is copied or moved by the compiler's own function, which calls
// CHECK-NEXT: --> {{.*}}copy_of_base.cpp:[[#@LINE+1]]:8
struct Derived : Base {
    int value = 1;
};

int main() {
    Derived first;
    Derived second = first;
    return second.generation;
}
