// SPDX-License-Identifier: BSD-2-Clause
// A template is specialised for the base; for the class its general form is chosen.
// RUN: %refused --class Derived %s
#include <cstdio>

struct Base {
    virtual ~Base() = default;
};

struct Derived : Base {};

template<class Kind>
struct Name {
    static constexpr char const* value = "general";
};

// CHECK: error[C0{{[0-9]+}}]:
// CHECK-NEXT: --> {{.*}}specialisation_for_base.cpp:
template<>
struct Name<Base> {
    static constexpr char const* value = "base";
};

int main() {
    std::printf("%s %s\n", Name<Base>::value, Name<Derived>::value);
}
