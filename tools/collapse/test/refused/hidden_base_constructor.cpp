// SPDX-License-Identifier: BSD-2-Clause
// The body of the base's constructor is in another unit.
// RUN: %refused --class Derived %s
struct Base {
    explicit Base(int value);
    int value;
};

struct Derived : Base {
    // CHECK: error[C0405]: this unit does not see the definition of a constructor of `Base`
    // CHECK-NEXT: --> {{.*}}hidden_base_constructor.cpp:[[#@LINE+1]]:35
    explicit Derived(int value) : Base(value + 1) {}
};

int use(Derived const& derived) {
    return derived.value;
}

int make(int value) {
    return use(Derived(value));
}
