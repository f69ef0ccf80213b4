// SPDX-License-Identifier: BSD-2-Clause
// The dynamic type of a base is asked for.
// RUN: %refused --class Cat %s
#include <typeinfo>

struct Animal {
    virtual ~Animal() = default;
};

struct Cat : Animal {};

bool is_cat(Animal const& animal) {
    // CHECK: error[C0302]: `typeid` asks for the type of an object of `Animal`
    // CHECK-NEXT: --> {{.*}}type_identification.cpp:[[#@LINE+1]]:12
    return typeid(animal) == typeid(Cat);
}

int main() {
    return is_cat(Cat());
}
