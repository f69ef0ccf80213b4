// SPDX-License-Identifier: BSD-2-Clause
// The base's destructor calls a function of another unit, which may know the global object.
// RUN: %refused --class Derived %s

void leave();

struct Base {
    // CHECK: error[C0401]: `leave` is called, which this unit does not define, and may know the
    // CHECK-NEXT: --> {{.*}}unknown_function_in_destructor.cpp:[[#@LINE+1]]:15
    ~Base() { leave(); }
    virtual int number() const { return 1; }
};

struct Derived : Base {
    int number() const override { return 2; }
};

Derived derived;

int main() {
    return derived.number();
}
