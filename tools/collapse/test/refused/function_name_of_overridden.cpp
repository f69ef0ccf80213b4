// SPDX-License-Identifier: BSD-2-Clause
// An overridden function that is still called by its class's name tells its own name.
// RUN: %refused --class Derived %s
#include <cstdio>

struct Base {
    virtual ~Base() = default;
    virtual char const* name() const {
        // CHECK: error[C0{{[0-9]+}}]: {{.*}}`__func__`
        // CHECK-NEXT: --> {{.*}}function_name_of_overridden.cpp:[[#@LINE+1]]:
        return __func__;
    }
};

struct Derived : Base {
    char const* name() const override { return Base::name(); }
};

int main() {
    std::puts(Derived().name());
}
