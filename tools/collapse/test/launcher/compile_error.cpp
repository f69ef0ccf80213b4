// SPDX-License-Identifier: BSD-2-Clause
// Errors of the program are the compiler's own to tell, with its words and its exit status.
// REQUIRES: collapse
// RUN: %expect_status 1 %gxx -c %s -o %t.o 2> %t.plain
// RUN: %expect_status 1 %flat_gxx -c %s -o %t.o 2> %t.through
// RUN: diff %t.plain %t.through
// RUN: %expect_status 1 %clangxx -c %s -o %t.o 2> %t.plain
// RUN: %expect_status 1 %flat_clangxx -c %s -o %t.o 2> %t.through
// RUN: diff %t.plain %t.through
// RUN: test ! -e %t.o
struct Base {
    int value = 1;
};

struct Derived : Base {
    int get() const { return missing; }
};

int use() {
    return Derived().get()
}
