// SPDX-License-Identifier: BSD-2-Clause
// A template is specialised for the base; for the class its general form is chosen.
// RUN: %refused --class Derived %s
#include <cstdio>

struct Base {
    virtual ~Base() = default;
};

struct Derived : Base {};

template<class Kind>
// CHECK: error[C0317]: two instances of the template `Name` will be one, with one address and one
// CHECK-NEXT: --> {{.*}}specialisation_for_base.cpp:[[#@LINE+1]]:8
struct Name {
    static constexpr char const* value = "general";
};

template<>
struct Name<Base> {
    static constexpr char const* value = "base";
};

int main() {
    std::printf("%s %s\n", Name<Base>::value, Name<Derived>::value);
}
