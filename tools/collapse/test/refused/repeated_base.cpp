// SPDX-License-Identifier: BSD-2-Clause
// A base is there twice: its members are two sets.
// RUN: %refused --class Both %s
// CHECK: error[C0206]: `Both` contains 2 objects of its base `Counted`
// CHECK-NEXT: --> {{.*}}repeated_base.cpp:[[#@LINE+1]]:8
struct Counted {
    int count = 0;
    void add() { ++count; }
};
struct Left : Counted {};
struct Right : Counted {};

struct Both : Left, Right {
    int sum() const { return Left::count + Right::count; }
};

int main() {
    Both both;
    both.Left::add();
    return both.sum();
}
