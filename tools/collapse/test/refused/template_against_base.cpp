// SPDX-License-Identifier: BSD-2-Clause
// A template fits the class better than the function for its base does, as long as they differ.
// RUN: %refused --class Derived %s
#include <cstdio>

struct Base {
    virtual ~Base() = default;
};

struct Derived : Base {};

template<class Kind>
int kind(Kind const&) {
    return 1;
}
int kind(Base const&) {
    return 2;
}

int main() {
    // CHECK: error[C0601]: `kind` would now mean `::kind`, of type `int (const Base &)`, not
    // CHECK-NEXT: --> {{.*}}template_against_base.cpp:[[#@LINE+1]]:25
    std::printf("%d\n", kind(Derived()));
}
