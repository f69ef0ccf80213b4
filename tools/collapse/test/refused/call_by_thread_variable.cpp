// SPDX-License-Identifier: BSD-2-Clause
// The first use of a variable of the thread constructs it while the base is constructed.
// RUN: %refused --class Target %s
#include <cstdio>

void hook();

struct Base {
    Base() { hook(); }
    virtual int get() const { return 1; }
};

struct Target : Base {
    int get() const override { return 2; }
};

extern Target target;

void probe() {
    Base& base = target;
    // CHECK: error[C0401]: `Base::get` may be called on the object while `Base` is constructed
    // CHECK-NEXT: --> {{.*}}call_by_thread_variable.cpp:[[#@LINE+1]]:
    std::printf("%d\n", base.get());
}

struct Variable {
    Variable() {
        probe();
        value = 1;
    }
    int value;
};

thread_local Variable variable;

void hook() {
    std::printf("%d\n", variable.value);
}

Target target;

int main() {
    probe();
}
