// SPDX-License-Identifier: BSD-2-Clause
// A base's constructor changes its parameter between two uses.
// RUN: %refused --class Derived %s
struct Base {
    explicit Base(int number) : first(number++), second(number) {}
    int first;
    int second;
};

struct Derived : Base {
    // CHECK: error[C0404]: the argument for `number` of `Base` is changed by the initialisers
    // CHECK-NEXT: --> {{.*}}modified_parameter.cpp:[[#@LINE+1]]:41
    explicit Derived(int number) : Base(number), third(number) {}
    int third;
};

int main() {
    return Derived(1).third;
}
