// SPDX-License-Identifier: BSD-2-Clause
// The constructor of a base is `noexcept`, and one of its initialisers throws.
// RUN: %refused --class Target %s
int fail() {
    throw 1;
}

struct Base {
    // CHECK: error[C0408]: an exception may leave this, which would end the program: the
    // CHECK-NEXT: --> {{.*}}throwing_from_noexcept.cpp:[[#@LINE+1]]:
    Base() noexcept : value(fail()) {}
    int value;
    virtual int get() const { return value; }
};

struct Target : Base {
    Target() {}
    int get() const override { return value; }
};

int main() {
    try {
        return Target().get();
    } catch (int) {
        return 0;
    }
}
