// SPDX-License-Identifier: BSD-2-Clause
// A base says of the copy that the compiler makes whether it throws; containers ask.
// RUN: %refused --class Target %s
#include <vector>

struct Base {
    Base() = default;
    Base(Base const&) noexcept(false) = default;
    int value = 1;
    virtual int get() const { return value; }
};

// CHECK: error[C0411]: `Target` is copied or moved by the compiler's own function, which calls
// CHECK-NEXT: --> {{.*}}exceptions_of_copies.cpp:[[#@LINE+1]]:
struct Target final : Base {
    int get() const override { return value + 1; }
};

int main() {
    std::vector<Target> targets(2);
    targets.push_back(Target());
    return targets[0].get();
}
