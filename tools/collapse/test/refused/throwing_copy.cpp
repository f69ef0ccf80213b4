// SPDX-License-Identifier: BSD-2-Clause
// The compiler's own copy fails after a base with a destructor is complete: that would not run.
// RUN: %refused --class Derived %s
#include <cstdio>

struct Base {
    virtual ~Base() { std::printf("-base %d\n", number); }
    virtual int get() const { return number; }
    int number = 1;
};

struct Fragile {
    Fragile() = default;
    Fragile(Fragile const& other) : value(other.value) {
        if (value == 9) throw value;
    }
    int value = 0;
};

struct Derived : Base {
    int get() const override { return number + fragile.value; }
    // CHECK: error[C0408]: an exception may leave the compiler's own copy of `Derived::fragile`
    // CHECK-NEXT: --> {{.*}}throwing_copy.cpp:[[#@LINE+1]]:13
    Fragile fragile;
};

int main() {
    Derived derived;
    derived.fragile.value = 9;
    try {
        Derived const copy = derived;
        std::printf("%d\n", copy.get());
    } catch (int value) {
        std::printf("caught %d\n", value);
    }
}
