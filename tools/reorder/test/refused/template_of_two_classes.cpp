// SPDX-License-Identifier: BSD-2-Clause
// A list in a template initialises the class in one instance and another class in the next.
// RUN: %refused --class Pair %s
struct Pair {
    int first;
    int second;
};
struct Other {
    int one;
    int two;
};

template<class T>
T made() {
    // CHECK: error[R0406]: instances of this template initialise different classes here
    // CHECK-NEXT: --> {{.*}}:[[#@LINE+1]]:
    return {1, 2};
}

int main() {
    return made<Pair>().first - made<Other>().one;
}
