// SPDX-License-Identifier: BSD-2-Clause
// The declaration of a member needs another one before it.
// RUN: %refused --class Record %s
struct Record {
    int first = 1;
    // CHECK: error[R0602]: the declaration of `second` needs that of `first` before it
    // CHECK-NEXT: --> {{.*}}type_of_a_member.cpp:[[#@LINE+4]]:21
    // CHECK: = `first` is declared here ({{.*}}type_of_a_member.cpp:[[#@LINE-3]]:9)
    // CHECK: help: keep the two in this order, or name the type in another way
    char third = 3;
    decltype(first) second = 2;
};

int main() {
    Record const record;
    return record.first + record.second - record.third;
}
