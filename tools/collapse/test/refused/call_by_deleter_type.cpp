// SPDX-License-Identifier: BSD-2-Clause
// A smart pointer calls the function that it holds while the base is constructed.
// RUN: %refused --class Target %s
#include <cstdio>
#include <memory>

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
    // CHECK-NEXT: --> {{.*}}call_by_deleter_type.cpp:[[#@LINE+1]]:
    std::printf("%d\n", base.get());
}

void end(int* number) {
    probe();
    delete number;
}

void hook() {
    std::unique_ptr<int, void (*)(int*)> const number(new int, end);
}

Target target;

int main() {
    probe();
}
