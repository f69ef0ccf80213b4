// SPDX-License-Identifier: BSD-2-Clause
// Members of the standard library's classes whose end runs code that their types do not show.
// RUN: %refused --class Derived %s
#include <cstdio>
#include <memory>

struct Base {
    ~Base() { std::puts("-base"); }
};

struct Deleter {
    void operator()(int* number) const {
        std::puts("-number");
        delete number;
    }
};

struct Derived : Base {
    // CHECK: error[C0409]: `Derived::shared` would be destroyed after the body of the destructor of
    // CHECK: error[C0409]: `Derived::unique` would be destroyed after the body of the destructor of
    std::shared_ptr<void> shared;
    std::unique_ptr<int, Deleter> unique;
};

int main() {
    Derived derived;
    derived.shared = std::make_shared<int>(1);
    derived.unique.reset(new int(2));
}
