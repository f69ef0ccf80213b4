// SPDX-License-Identifier: BSD-2-Clause
// The program does one thing for polymorphic classes and another for flat ones.
// RUN: %refused --class Derived %s
#include <cstdio>
#include <type_traits>

struct Base {
    virtual ~Base() = default;
    virtual int value() const { return 1; }
};

struct Derived : Base {};

template<class Kind>
int describe(Kind const& kind) {
    // CHECK: error[C0307]: `is_polymorphic_v` will have another value for a class of the hierarchy
    // CHECK-NEXT: --> {{.*}}polymorphic_trait.cpp:[[#@LINE+1]]:19
    if constexpr (std::is_polymorphic_v<Kind>) return kind.value();
    return -1;
}

int main() {
    std::printf("%d\n", describe(Derived()));
}
