// SPDX-License-Identifier: BSD-2-Clause
// All reasons that are independent of each other are told at once.
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
    // CHECK: error[C03{{[0-9]+}}]: {{.*}}`typeid`
    // CHECK-NEXT: --> {{.*}}several_reasons.cpp:[[#@LINE+1]]:
    return typeid(base) == typeid(Key);
}

int main() {
    Key key;
    // CHECK: error[C03{{[0-9]+}}]: {{.*}}
    // CHECK-NEXT: --> {{.*}}several_reasons.cpp:[[#@LINE+1]]:
    auto* words = reinterpret_cast<int*>(&key);
    return ask(key) + words[2];
}
