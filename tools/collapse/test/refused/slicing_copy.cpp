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
    // CHECK: error[C0{{[0-9]+}}]: {{.*}}`Person`
    // CHECK-NEXT: --> {{.*}}slicing_copy.cpp:[[#@LINE+1]]:
    Person person = employee;
    return person.rank();
}
