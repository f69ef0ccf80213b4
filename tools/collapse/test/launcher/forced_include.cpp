// SPDX-License-Identifier: BSD-2-Clause
// Headers named on the command line, with a base in them, and macros.
// REQUIRES: collapse
// RUN: %flat_gxx -include %inputs/counting.hpp -DSTEP=4 -UNOTHING -c %s -o %t.o
// RUN: %gxx %t.o -o %t.exe && %t.exe | %FileCheck %s
// RUN: %nm --demangle %t.o | %FileCheck --check-prefix=FLAT %s
// RUN: %flat_clangxx -include %inputs/counting.hpp -D STEP=4 -c %s -o %t.o
// RUN: %gxx %t.o -o %t.exe && %t.exe | %FileCheck %s
// RUN: %nm --demangle %t.o | %FileCheck --check-prefix=FLAT %s
// CHECK: 8
// FLAT-NOT: vtable
extern "C" int printf(char const*, ...);

int step() {
    return STEP;
}

struct Derived : Counting {
    void twice() { add(2); }
};

int main() {
    Derived derived;
    derived.twice();
    printf("%d\n", derived.count());
}
