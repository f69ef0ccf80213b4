// SPDX-License-Identifier: BSD-2-Clause
// A base is there twice: its members are two sets.
// RUN: %refused --class Both %s
struct Counted {
    int count = 0;
    void add() { ++count; }
};
struct Left : Counted {};
struct Right : Counted {};

// CHECK: error[C02{{[0-9]+}}]: {{.*}}`Counted`
// CHECK-NEXT: --> {{.*}}repeated_base.cpp:[[#@LINE+1]]:
struct Both : Left, Right {
    int sum() const { return Left::count + Right::count; }
};

int main() {
    Both both;
    both.Left::add();
    return both.sum();
}
