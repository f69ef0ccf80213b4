// SPDX-License-Identifier: BSD-2-Clause
// A warning about a moved member shows the place and the line where the user wrote it.
// REQUIRES: collapse
// RUN: %flat_gxx -Wall -Wextra -c %s -o %t.o 2>&1 | %FileCheck %s
// RUN: %flat_clangxx -Wall -Wextra -c %s -o %t.o 2>&1 | %FileCheck %s
struct Base {
    virtual ~Base() = default;
    virtual int get() const {
        // CHECK: warnings.cpp:[[#@LINE+1]]:13: warning: unused variable {{.*}}[-Wunused-variable]
        int nothing = 5;
        return 1;
    }
};

struct Derived : Base {
    int get() const override { return Base::get() + 1; }
    // CHECK: warnings.cpp:[[#@LINE+1]]:18: warning: unused parameter {{.*}}[-Wunused-parameter]
    int more(int unused) const { return 2; }
};

// CHECK: warnings.cpp:[[#@LINE+1]]:15: warning: unused parameter {{.*}}[-Wunused-parameter]
int after(int unused) {
    return Derived().get();
}
// CHECK-NOT: warning:
