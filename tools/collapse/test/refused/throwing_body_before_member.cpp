// SPDX-License-Identifier: BSD-2-Clause
// The body of a base's constructor fails; in a flat class a later member would exist then.
// RUN: %refused --class Derived %s
#include <cstdio>

bool fail = true;

struct Member {
    int number = 1;
    ~Member() { std::puts("-member"); }
};

struct Base {
    Base() {
        if (fail) throw 1;
    }
};

struct Derived : Base {
    // CHECK: error[C0408]: an exception may leave the body of the constructor of `Base`, and this
    Member member;
    Derived() {}
};

int main() {
    try {
        return Derived().member.number;
    } catch (int failure) {
        std::printf("%d\n", failure);
    }
}
