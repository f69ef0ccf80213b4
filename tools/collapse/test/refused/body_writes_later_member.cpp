// SPDX-License-Identifier: BSD-2-Clause
// The body of one base's constructor changes what the next base's initialiser reads.
// RUN: %refused --class Derived %s
int made = 0;

struct First {
    First() { made = 7; }
};

struct Second {
    // CHECK: error[C04{{[0-9]+}}]: {{.*}}
    // CHECK: body_writes_later_member.cpp:[[#@LINE+1]]:
    Second() : number(made) {}
    int number;
};

struct Derived : First, Second {
    int more = 1;
};

int main() {
    return Derived().number;
}
