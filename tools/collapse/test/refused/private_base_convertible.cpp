// SPDX-License-Identifier: BSD-2-Clause
// The program asks whether the class converts to its private base.
// RUN: %refused --class Derived %s
#include <cstdio>
#include <type_traits>

struct Base {
    int value = 1;
};

class Derived : Base {
public:
    int get() const { return value; }
};

int main() {
    // CHECK: error[C0{{[0-9]+}}]:
    // CHECK-NEXT: --> {{.*}}private_base_convertible.cpp:[[#@LINE+1]]:
    bool const converts = std::is_convertible_v<Derived*, Base*>;
    std::printf("%d %d\n", converts, Derived().get());
}
