// SPDX-License-Identifier: BSD-2-Clause
// A base is copied out of an object of the class.
// RUN: %refused --class Employee %s
struct Person {
    virtual ~Person() = default;
    virtual int rank() const { return 1; }
};

struct Employee : Person {
    int rank() const override { return 2; }
};

int main() {
    Employee employee;
    // CHECK: error[C0304]: `person` is an object of the base `Person` by itself, not of `Employee`
    // CHECK-NEXT: --> {{.*}}slicing_copy.cpp:[[#@LINE+1]]:12
    Person person = employee;
    return person.rank();
}
