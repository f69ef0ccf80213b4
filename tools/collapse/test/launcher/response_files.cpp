// SPDX-License-Identifier: BSD-2-Clause
// The command may stand in a response file, quoted as the compilers allow.
// REQUIRES: collapse
// RUN: mkdir -p "%t folder"
// RUN: echo '-c "-DVALUE=6 * 7" -O2 %s' > %t.options
// RUN: echo '"@%t.options" -o "%t folder/made.o"' > %t.command
// RUN: %flat_gxx @%t.command
// RUN: %gxx "%t folder/made.o" -o %t.exe && %t.exe | %FileCheck %s
// RUN: %nm --demangle "%t folder/made.o" | %FileCheck --check-prefix=FLAT %s
// RUN: %flat_clangxx @%t.command
// RUN: %gxx "%t folder/made.o" -o %t.exe && %t.exe | %FileCheck %s
// RUN: %nm --demangle "%t folder/made.o" | %FileCheck --check-prefix=FLAT %s
// CHECK: 42 2
// FLAT-NOT: vtable
#include <cstdio>

struct Base {
    virtual ~Base() = default;
    virtual int get() const { return VALUE; }
};

struct Derived : Base {
    int two() const { return 2; }
};

int main() {
    Derived derived;
    std::printf("%d %d\n", derived.get(), derived.two());
}
