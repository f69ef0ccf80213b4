// SPDX-License-Identifier: BSD-2-Clause
// Functions are overloaded for pointers to members of base and class.
// RUN: %refused --class Derived %s
struct Base {
    int first = 1;
};

struct Derived : Base {
    int second = 2;
};

int kind(int Base::*) {
    return 1;
}
// CHECK: error[C0316]: overloads of `kind` differ only in classes of one hierarchy
// CHECK-NEXT: --> {{.*}}member_pointer_overloads.cpp:[[#@LINE+1]]:5
int kind(int Derived::*) {
    return 2;
}

int main() {
    return kind(&Derived::first) * 10 + kind(&Derived::second);
}
