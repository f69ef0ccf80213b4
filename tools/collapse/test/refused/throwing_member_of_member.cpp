// SPDX-License-Identifier: BSD-2-Clause
// What throws is constructed by constructors that nobody wrote.
// RUN: %refused --class Derived %s
#include <cstdio>

struct Thrower {
    int value;
    Thrower(int failure = 1) : value(failure) {
        if (failure) throw failure;
    }
};

struct Member {
    Thrower thrower;
};

struct Base {
    ~Base() { std::puts("-base"); }
};

struct Derived : Base {
    // CHECK: error[C0408]: an exception may leave this constructor after that of `Base`, whose
    // CHECK-NEXT: --> {{.*}}throwing_member_of_member.cpp:[[#@LINE+1]]:12
    Member member;
};

int main() {
    try {
        return Derived().member.thrower.value;
    } catch (int failure) {
        std::printf("%d\n", failure);
    }
}
