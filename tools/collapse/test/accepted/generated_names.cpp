// SPDX-License-Identifier: BSD-2-Clause
// Members and other names are called as the tool might call what it makes.
// RUN: %same_output --class Derived %s
#include <cstdio>

int Base_value = 1000;
int Base_destruct() {
    return 2000;
}

struct Base {
    Base() { std::printf("base %d\n", Base_construct()); }
    ~Base() { std::printf("gone %d\n", ::Base_destruct()); }
    int Base_construct() const { return 5; }
    int Base_f() const { return 6; }
    virtual int f() const { return 7; }
    int value = 8;
    int outer() const { return Base_value; }
};

struct Derived : Base {
    int f() const override { return Base::f() * 10 + Base_f(); }
    int Base_value = 9;
    int value = 10;
    int Derived_value = 11;
};

int main() {
    Derived derived;
    std::printf("%d %d %d\n", derived.f(), derived.Base_f(), derived.Base_construct());
    std::printf("%d %d %d\n", derived.Base::value, derived.value, derived.Base_value);
    std::printf("%d %d\n", derived.outer(), derived.Derived_value);
}

// PRINTS: base 5
// PRINTS: 76 6 5
// PRINTS: 8 10 9
// PRINTS: 1000 11
// PRINTS: gone 2000
