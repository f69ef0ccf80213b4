// SPDX-License-Identifier: BSD-2-Clause
// A base's constructor changes its parameter between two uses.
// RUN: %refused --class Derived %s
struct Base {
    // CHECK: error[C04{{[0-9]+}}]: {{.*}}
    // CHECK: modified_parameter.cpp:[[#@LINE+1]]:
    explicit Base(int number) : first(number++), second(number) {}
    int first;
    int second;
};

struct Derived : Base {
    explicit Derived(int number) : Base(number), third(number) {}
    int third;
};

int main() {
    return Derived(1).third;
}
