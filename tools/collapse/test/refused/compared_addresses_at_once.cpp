// SPDX-License-Identifier: BSD-2-Clause
// Addresses of two bases are compared within one expression.
// RUN: %refused --class Target %s
struct First {
    virtual ~First() = default;
    virtual int one() const { return 1; }
};

struct Second {
    virtual ~Second() = default;
    virtual int two() const { return 2; }
};

struct Target : First, Second {};

bool apart(Target& target) {
    // CHECK: error[C0319]: the address of an object of the hierarchy is compared as a number or
    // CHECK-NEXT: --> {{.*}}compared_addresses_at_once.cpp:[[#@LINE+1]]:
    return static_cast<void*>(static_cast<First*>(&target)) != static_cast<Second*>(&target);
}

int main() {
    Target target;
    return apart(target);
}
