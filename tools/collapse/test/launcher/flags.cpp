// SPDX-License-Identifier: BSD-2-Clause
// Flags that change the language or the checks of the compilers.
// RUN: %same_output --class Derived --flag=-pedantic-errors %s
// RUN: %same_output --class Derived --flag=-fno-exceptions --flag=-fno-rtti %s
// RUN: %same_output --class Derived --flag=-std=gnu++23 --flag=-O0 %s
// RUN: %same_output --class Derived --flag=-Os --flag=-fPIC --flag=-fvisibility=hidden %s
// RUN: %same_output --class Derived --flag=-fno-strict-aliasing --flag=-pipe %s
// RUN: %same_output --class Derived --flag=-march=x86-64-v3 --flag=-funsigned-char %s
#include <cstdio>

struct Base {
    virtual ~Base() = default;
    virtual int get() const { return 1; }
};

struct Derived : Base {
    int get() const override { return Base::get() + 1; }
};

int main() {
    std::printf("%d\n", Derived().get());
}

// PRINTS: 2
