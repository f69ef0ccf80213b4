// SPDX-License-Identifier: BSD-2-Clause
// A command that would compile the class but cannot be rewritten is refused; others pass.
// REQUIRES: collapse
// RUN: rm -rf %t && mkdir -p %t
// RUN: %gxx -E %s -o %t/a.ii
// RUN: echo 'int other() { return 2; }' > %t/other.cpp
// RUN: %expect_status 1 %collapse --class Derived -- %gxx -c %t/a.ii -o %t/a.o 2>&1 \
// RUN:     | %FileCheck --check-prefix=PREPROCESSED %s
// RUN: %expect_status 1 %collapse --class Derived -- %gxx -shared -fPIC %s %t/other.cpp -o %t/a.o \
// RUN:     2>&1 | %FileCheck --check-prefix=SEVERAL %s
// RUN: %expect_status 1 %collapse --class Derived -- env %gxx -c %s -o %t/a.o 2>&1 \
// RUN:     | %FileCheck --check-prefix=BETWEEN %s
// RUN: %not ls %t/a.o
// RUN: %collapse --class Another -- %gxx -c %t/a.ii -o %t/b.o
// RUN: %collapse --class Another -- env %gxx -c %s -o %t/c.o
// RUN: %collapse --class Derived -- %gxx -E %s -o %t/b.ii
// RUN: cmp %t/a.ii %t/b.ii
// PREPROCESSED: error[C0118]: {{.*}} it is preprocessed already
// SEVERAL: error[C0118]: {{.*}} the command compiles several sources at once
// BETWEEN: error[C0118]: {{.*}} `env` stands between collapse and the compiler
struct Base {
    virtual int get() const { return 1; }
};

struct Derived : Base {};

int use() {
    return Derived().get();
}
