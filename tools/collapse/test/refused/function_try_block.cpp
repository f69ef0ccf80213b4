// SPDX-License-Identifier: BSD-2-Clause
// A constructor catches what its initialisers throw.
// RUN: %refused --class Derived %s
int parse(int value) {
    if (value < 0) throw value;
    return value;
}

struct Base {
    // CHECK: error[C0406]: a constructor with a function-try-block cannot be merged
    // CHECK-NEXT: --> {{.*}}function_try_block.cpp:[[#@LINE+1]]:14
    explicit Base(int value) try : value(parse(value)) {
    } catch (int) {
        throw 'c';
    }
    int value;
};

struct Derived : Base {
    explicit Derived(int value) : Base(value) {}
};

int main() {
    return Derived(0).value;
}
