// SPDX-License-Identifier: BSD-2-Clause
// The base's destructor calls a function that knows the object and was kept for it.
// RUN: %refused --class Derived %s
#include <cstdio>
#include <functional>

struct Base {
    ~Base() {
        if (farewell) farewell();
    }
    virtual int number() const { return 1; }
    std::function<void()> farewell;
};

struct Derived : Base {
    int number() const override { return 2; }
};

int main() {
    Derived derived;
    Base* base = &derived;
    // CHECK: error[C0401]: `Base::number` may be called on the object while `Base` is
    // CHECK-NEXT: --> {{.*}}kept_function_in_destructor.cpp:[[#@LINE+1]]:
    derived.farewell = [base] { std::printf("%d\n", base->number()); };
}
