// SPDX-License-Identifier: BSD-2-Clause
// What compiles no C++ source to an object is the compiler's business alone.
// REQUIRES: collapse
// RUN: %flat_gxx --version > %t.through && %gxx --version > %t.plain
// RUN: diff %t.plain %t.through
// RUN: %flat_gxx -E %s -o %t.through && %gxx -E %s -o %t.plain
// RUN: diff %t.plain %t.through
// RUN: %flat_clangxx -MM %s -o %t.through && %clangxx -MM %s -o %t.plain
// RUN: diff %t.plain %t.through
// RUN: %gxx -c %s -o %t.o && %flat_gxx %t.o -o %t.exe && %t.exe
// RUN: echo 'int function(void) { int class = 1; return class; }' > %t.c
// RUN: %collapse --class Derived -- gcc -c %t.c -o %t.o && test -e %t.o
// RUN: %expect_status 7 %collapse --class Derived -- sh -c 'exit 7'
// RUN: %expect_status 127 %collapse --class Derived -- no-such-compiler --version
struct Base {
    virtual ~Base() = default;
};

struct Derived : Base {};

int main() {
    Derived derived;
}
