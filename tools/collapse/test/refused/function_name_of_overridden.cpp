// SPDX-License-Identifier: BSD-2-Clause
// An overridden function that is still called by its class's name tells its own name.
// RUN: %refused --class Derived %s
#include <cstdio>

struct Base {
    virtual ~Base() = default;
    virtual char const* name() const {
        // CHECK: error[C0308]: `__func__` will be another name in the flat class
        // CHECK-NEXT: --> {{.*}}function_name_of_overridden.cpp:[[#@LINE+1]]:16
        return __func__;
    }
};

struct Derived : Base {
    char const* name() const override { return Base::name(); }
};

int main() {
    std::puts(Derived().name());
}
