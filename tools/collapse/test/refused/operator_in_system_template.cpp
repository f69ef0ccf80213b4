// SPDX-License-Identifier: BSD-2-Clause
// A template of the library chooses the operator that is a template, but would choose the other
// one.
// RUN: %refused --class Derived %s
#include <algorithm>
#include <cstdio>

struct Base {
    int key = 0;
    virtual int get() const { return key; }
};

struct Derived : Base {
    explicit Derived(int number) { key = number; }
    int get() const override { return key; }
};

bool operator<(Base const& left, Base const& right) {
    return left.key < right.key;
}

// CHECK: error[C0601]: a template of a system header would now use `operator<`
// CHECK-NEXT: --> {{.*}}operator_in_system_template.cpp:[[#@LINE+2]]:
template<class T>
bool operator<(T const& left, T const& right) {
    return left.key > right.key;
}

int main() {
    Derived all[] = {Derived(1), Derived(3), Derived(2)};
    std::sort(all, all + 3);
    std::printf("%d\n", all[0].get());
}
