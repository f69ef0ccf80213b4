// SPDX-License-Identifier: BSD-2-Clause
// Arguments with effects would be computed in the order of the members.
// RUN: %refused --class Derived %s
int counter = 0;
int next() {
    return ++counter;
}
int twice() {
    return counter *= 2;
}

struct Base {
    Base(int first, int second) : second(second), first(first) {}
    int second;
    int first;
};

struct Derived : Base {
    // CHECK: error[C0404]: this argument of a base's constructor would be evaluated after the
    // CHECK-NEXT: --> {{.*}}arguments_in_another_order.cpp:[[#@LINE+1]]:22
    Derived() : Base{next(), twice()} {}
};

int main() {
    Derived derived;
    return derived.first * 10 + derived.second;
}
