// SPDX-License-Identifier: BSD-2-Clause
// The body of one base's constructor changes what the next base's initialiser reads.
// RUN: %refused --class Derived %s
int made = 0;

struct First {
    First() { made = 7; }
};

struct Second {
    // CHECK: error[C0407]: this initialiser would run before the body of the constructor of `First`
    // CHECK-NEXT: --> {{.*}}body_writes_later_member.cpp:[[#@LINE+1]]:16
    Second() : number(made) {}
    int number;
};

struct Derived : First, Second {
    int more = 1;
};

int main() {
    return Derived().number;
}
