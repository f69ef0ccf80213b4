// SPDX-License-Identifier: BSD-2-Clause
// A source whose lines end with carriage returns.
// RUN: sed -e 's/$/\r/' %s > %t.crlf.cpp
// RUN: %same_output --class Derived %t.crlf.cpp
#include <cstdio>

struct Base {
    virtual ~Base() = default;
    virtual int get() const { return __LINE__; }
};

struct Derived : Base {
    int get() const override {
        return Base::get() * 10 //
               + __LINE__;
    }
};

int main() {
    std::printf("%d\n", Derived().get());
}

// PRINTS: 105
