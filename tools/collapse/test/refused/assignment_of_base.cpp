// SPDX-License-Identifier: BSD-2-Clause
// The class is assigned implicitly, with an assignment of the base that keeps something.
// RUN: %refused --class Derived %s
struct Base {
    Base& operator=(Base const&) { return *this; }
    int kept = 1;
};

// CHECK: error[C0411]: `Derived` is copied or moved by the compiler's own function, which calls
// CHECK-NEXT: --> {{.*}}assignment_of_base.cpp:[[#@LINE+1]]:8
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
