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

// CHECK: error[C0304]: `person` is an object of the base `Person` by itself, not of `Employee`
// CHECK-NEXT: --> {{.*}}slicing_argument.cpp:[[#@LINE+1]]:17
int rank(Person person) {
    return person.rank();
}

int main() {
    // CHECK: error[C0304]: the object is an object of the base `Person` by itself, not of
    // CHECK-NEXT: --> {{.*}}slicing_argument.cpp:[[#@LINE+1]]:17
    return rank(Employee());
}
