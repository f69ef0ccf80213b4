// SPDX-License-Identifier: BSD-2-Clause
// Assembly and labels name members of the base as the linker knows them.
// RUN: %refused --class Derived %s
#include <cstdio>

struct Base {
    virtual int get() const { return 1; }
    int own();
};

struct Derived : Base {
    int get() const override { return 2; }
};

int Base::own() {
    return 3;
}

// CHECK: error[C0322]: a name for the linker may be that of a member of `Base`
// CHECK-NEXT: --> {{.*}}name_for_linker.cpp:[[#@LINE+1]]:16
extern "C" int base_own(void*) __asm__("_ZN4Base3ownEv");

int main() {
    Derived derived;
    std::printf("%d %d\n", derived.get(), base_own(&derived));
}
