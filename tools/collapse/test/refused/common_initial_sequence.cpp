// SPDX-License-Identifier: BSD-2-Clause
// A union reads the first members of one structure through another.
// RUN: %refused --class Large %s
struct Tag {
    int tag;
};

struct Large : Tag {
    Large() : Tag{5} {}
    int value = 2;
};

struct Small {
    int tag;
};

union Any {
    Any() : large() {}
    // CHECK: error[C0312]: a union holds an object of the hierarchy
    // CHECK-NEXT: --> {{.*}}common_initial_sequence.cpp:[[#@LINE+1]]:11
    Large large;
    Small small;
};

int main() {
    Any any;
    return any.small.tag;
}
