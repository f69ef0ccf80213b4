// SPDX-License-Identifier: BSD-2-Clause
// The class is copied implicitly, with a copy constructor of the base that does something else.
// RUN: %refused --class Derived %s
struct Base {
    Base() = default;
    Base(Base const& other) : generation(other.generation + 1) {}
    int generation = 0;
};

// CHECK: error[C04{{[0-9]+}}]: {{.*}}cop
// CHECK: copy_of_base.cpp:
struct Derived : Base {
    int value = 1;
};

int main() {
    Derived first;
    Derived second = first;
    return second.generation;
}
