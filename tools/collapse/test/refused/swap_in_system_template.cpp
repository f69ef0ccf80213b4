// SPDX-License-Identifier: BSD-2-Clause
// A template of the library swaps objects of the class with its own function, but would use that of
// the base.
// RUN: %refused --class Derived %s
#include <algorithm>
#include <cstdio>
#include <utility>

struct Base {
    int key = 0;
    virtual int get() const { return key; }
};

struct Derived : Base {
    explicit Derived(int number) { key = other = number; }
    int get() const override { return other; }
    int other = 0;
};

// CHECK: error[C0601]: a template of a system header would now use `swap`
// CHECK-NEXT: --> {{.*}}swap_in_system_template.cpp:[[#@LINE+1]]:
void swap(Base& left, Base& right) {
    std::swap(left.key, right.key);
}

int main() {
    Derived all[] = {Derived(1), Derived(2)};
    std::reverse(all, all + 2);
    std::printf("%d %d\n", all[0].key, all[0].get());
}
