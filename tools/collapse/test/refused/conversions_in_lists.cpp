// SPDX-License-Identifier: BSD-2-Clause
// The members of an aggregate are converted where nothing is written but braces.
// RUN: %refused --class Derived %s
#include <cstdio>

struct Base {
    virtual int get() const { return 1; }
};

struct Derived : Base {
    int get() const override { return 2; }
};

struct Chosen {
    Chosen(void const*) : by(1) {}
    Chosen(Derived const*) : by(2) {}
    int by;
};

struct Holder {
    Chosen chosen;
};

int main() {
    Derived derived;
    Base const* const base = &derived;
    // CHECK: error[C0601]
    // CHECK: --> {{.*}}conversions_in_lists.cpp:[[#@LINE+1]]:
    Holder const holder{base};
    std::printf("%d %d\n", base->get(), holder.chosen.by);
}
