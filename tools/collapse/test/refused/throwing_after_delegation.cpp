// SPDX-License-Identifier: BSD-2-Clause
// A constructor of a base throws when the one to which it delegated is through.
// RUN: %refused --class Target %s
#include <cstdio>

struct Base {
    explicit Base(int value) : value(value) {}
    // CHECK: error[C0408]: an exception may leave this constructor after that of `Base`, whose
    // CHECK-NEXT: --> {{.*}}throwing_after_delegation.cpp:[[#@LINE+1]]:
    Base(int value, bool fails) : Base(value) {
        if (fails) throw 1;
    }
    ~Base() { std::puts("Base ends"); }
    int value;
    virtual int get() const { return value; }
};

struct Target : Base {
    explicit Target(bool fails) : Base(1, fails) {}
    int get() const override { return value; }
};

int main() {
    try {
        return Target(true).get();
    } catch (int) {
        return 0;
    }
}
