// SPDX-License-Identifier: BSD-2-Clause
// All reasons that are independent of each other are reported at once.
// RUN: %refused --class Key %s
#include <cstddef>
#include <typeinfo>

struct Base {
    virtual ~Base() = default;
    int value = 1;
};

struct Key : Base {
    int more = 2;
};

bool ask(Base const& base) {
    // CHECK: error[C0302]: `typeid` asks for the type of an object of `Base`
    // CHECK-NEXT: --> {{.*}}several_reasons.cpp:[[#@LINE+1]]:12
    return typeid(base) == typeid(Key);
}

int main() {
    Key key;
    // CHECK: error[C0311]: a pointer to a class of the hierarchy is converted from or to one to
    // CHECK-NEXT: --> {{.*}}several_reasons.cpp:[[#@LINE+1]]:19
    auto* words = reinterpret_cast<int*>(&key);
    return ask(key) + words[2];
}
