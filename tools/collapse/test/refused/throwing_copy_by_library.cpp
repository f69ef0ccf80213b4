// SPDX-License-Identifier: BSD-2-Clause
// The library copies the object, as a member of another; the copy of a string may fail.
// RUN: %refused --class Derived %s
#include <cstdio>
#include <optional>
#include <string>

struct Base {
    virtual ~Base() { std::puts("-base"); }
    virtual int get() const { return 1; }
};

struct Derived : Base {
    int get() const override { return 2; }
    // CHECK: error[C0408]: an exception may leave the compiler's own copy of `Derived::name` after
    // CHECK-NEXT: --> {{.*}}throwing_copy_by_library.cpp:[[#@LINE+1]]:17
    std::string name;
};

struct Holder {
    Derived derived;
};

int main() {
    std::optional<Holder> holder;
    holder.emplace();
    auto const copy = holder;
    std::printf("%d\n", copy->derived.get());
}
