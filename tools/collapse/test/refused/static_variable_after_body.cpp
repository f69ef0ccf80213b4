// SPDX-License-Identifier: BSD-2-Clause
// The initialiser of a member would be written in both constructors to call the body of the base.
// RUN: %refused --class Target %s
int counter = 0;

struct Base {
    Base() { counter = 3; }
    virtual int get() const { return counter; }
};

struct Target : Base {
    Target() {}
    explicit Target(int) {}
    // CHECK: error[C0407]: this initialiser would run before the body of the constructor of
    // CHECK-NEXT: --> {{.*}}static_variable_after_body.cpp:[[#@LINE+1]]:
    int value = [] {
        static int last = counter;
        return ++last;
    }();
    int get() const override { return value; }
};

int main() {
    return Target().get() + Target(1).get();
}
