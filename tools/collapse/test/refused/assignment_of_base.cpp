// SPDX-License-Identifier: BSD-2-Clause
// The class is assigned implicitly, with an assignment of the base that keeps something.
// RUN: %refused --class Derived %s
struct Base {
    Base& operator=(Base const&) { return *this; }
    int kept = 1;
};

// CHECK: error[C04{{[0-9]+}}]: {{.*}}
// CHECK: assignment_of_base.cpp:
struct Derived : Base {
    int value = 1;
};

int main() {
    Derived first;
    Derived second;
    second.kept = 9;
    first = second;
    return first.kept;
}
