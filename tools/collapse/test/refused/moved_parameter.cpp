// SPDX-License-Identifier: BSD-2-Clause
// A base's constructor moves from its parameter, which is a copy of the class's.
// RUN: %refused --class Derived %s
#include <string>
#include <utility>

struct Base {
    // CHECK: error[C0601]: `move` would now mean `std::move`, of type `typename
    // CHECK-NEXT: --> {{.*}}moved_parameter.cpp:[[#@LINE+1]]:49
    explicit Base(std::string name) : name(std::move(name)) {}
    std::string name;
};

struct Derived : Base {
    explicit Derived(std::string const& name) : Base(name), size(name.size()) {}
    std::string::size_type size;
};

int main() {
    std::string name = "a name that is too long for the small ones of the library";
    Derived derived(name);
    return derived.size == name.size() && derived.name == name;
}
