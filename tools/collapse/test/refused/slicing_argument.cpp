// SPDX-License-Identifier: BSD-2-Clause
// An object of the class is passed by value as its base.
// RUN: %refused --class Employee %s
struct Person {
    virtual ~Person() = default;
    virtual int rank() const { return 1; }
};

struct Employee : Person {
    int rank() const override { return 2; }
};

// CHECK: error[C0{{[0-9]+}}]: {{.*}}`Person`
// CHECK-NEXT: --> {{.*}}slicing_argument.cpp:[[#@LINE+1]]:
int rank(Person person) {
    return person.rank();
}

int main() {
    return rank(Employee());
}
