// SPDX-License-Identifier: BSD-2-Clause
// The initialiser of a member of an unnamed union reads what the body of the base writes.
// RUN: %refused --class Target %s
int counter = 0;

struct Base {
    Base() { counter = 3; }
    virtual int get() const { return counter; }
};

struct Target : Base {
    // CHECK: error[C0407]: this initialiser would run before the body of the constructor of
    // CHECK-NEXT: --> {{.*}}unnamed_union_after_body.cpp:[[#@LINE+1]]:
    union {
        int value = counter;
        float other;
    };
    int get() const override { return value; }
};

int main() {
    // CHECK: error[C0412]: this zeroes an object of `Target`, of which the member at
    // CHECK-NEXT: --> {{.*}}unnamed_union_after_body.cpp:[[#@LINE+1]]:
    return Target().get();
}
