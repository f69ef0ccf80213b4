// SPDX-License-Identifier: BSD-2-Clause
// The class's assignment calls the base's, which does more than assign its members.
// RUN: %refused --class Employee %s
#include <cstdio>

struct Person {
    Person() = default;
    Person(Person const&) = default;
    Person& operator=(Person const& other) {
        age = other.age + 1;
        return *this;
    }
    int age = 1;
};

struct Employee : Person {
    Employee() = default;
    Employee(Employee const&) = default;
    Employee& operator=(Employee const& other) {
        // CHECK: error[C0306]: only the base `Person` of an object is assigned
        // CHECK-NEXT: --> {{.*}}base_assignment_operator.cpp:[[#@LINE+1]]:17
        Person::operator=(other);
        return *this;
    }
    int wage = 2;
};

int main() {
    Employee first;
    Employee second;
    second.wage = 20;
    first = second;
    std::printf("%d %d\n", first.age, first.wage);
}
