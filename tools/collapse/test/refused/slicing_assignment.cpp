// SPDX-License-Identifier: BSD-2-Clause
// The base's part of an object is assigned, the rest stays.
// RUN: %refused --class Employee %s
#include <cstdio>

struct Person {
    int age = 1;
};

struct Employee : Person {
    int wage = 2;
};

int main() {
    Employee first;
    Employee second;
    second.age = 10;
    second.wage = 20;
    Person& person = first;
    // CHECK: error[C0306]: only the base `Person` of an object is assigned
    // CHECK-NEXT: --> {{.*}}slicing_assignment.cpp:[[#@LINE+1]]:12
    person = second;
    std::printf("%d %d\n", first.age, first.wage);
}
