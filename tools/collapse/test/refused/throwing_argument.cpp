// SPDX-License-Identifier: BSD-2-Clause
// An argument throws when an earlier base is complete.
// RUN: %refused --class Both %s
#include <cstdio>

int checked(int value) {
    if (value > 0) throw 1;
    return value;
}

struct First {
    ~First() { std::puts("First ends"); }
};

struct Second {
    explicit Second(int value) : value(value) {}
    int value;
    virtual int get() const { return value; }
};

struct Both : First, Second {
    // CHECK: error[C0408]: an exception may leave this constructor after that of `First`,
    // CHECK-NEXT: --> {{.*}}throwing_argument.cpp:[[#@LINE+1]]:
    explicit Both(int value) : Second(checked(value)) {}
    int get() const override { return value; }
};

int main() {
    try {
        return Both(1).get();
    } catch (int) {
        return 0;
    }
}
