// SPDX-License-Identifier: BSD-2-Clause
// Where the class is not in the unit, the object is byte for byte what the compiler makes alone.
// REQUIRES: collapse
// RUN: %gxx -O2 -g -c %s -o %t.plain.o
// RUN: %collapse --class Missing -- %gxx -O2 -g -c %s -o %t.through.o
// RUN: cmp %t.plain.o %t.through.o
// RUN: %clangxx -O2 -g -c %s -o %t.plain.o
// RUN: %collapse --class Missing -- %clangxx -O2 -g -c %s -o %t.through.o
// RUN: cmp %t.plain.o %t.through.o
#include <cstdio>

struct Base {
    virtual ~Base() = default;
};

struct Present : Base {};

void use() {
    Present present;
    std::puts(__FILE__);
}
