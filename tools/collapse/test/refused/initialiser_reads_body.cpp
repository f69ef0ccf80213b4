// SPDX-License-Identifier: BSD-2-Clause
// An initialiser of the class reads what the body of the base's constructor wrote.
// RUN: %refused --class Derived %s
struct Base {
    Base() : count(0) {
        for (int index = 0; index < 5; ++index)
            count += index;
    }
    int count;
};

struct Derived : Base {
    // CHECK: error[C0407]: this initialiser would run before the body of the constructor of `Base`
    // CHECK-NEXT: --> {{.*}}initialiser_reads_body.cpp:[[#@LINE+1]]:9
    int twice = 2 * count;
};

int main() {
    return Derived().twice;
}
