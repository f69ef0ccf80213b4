// SPDX-License-Identifier: BSD-2-Clause
// A class is the argument of a template of the library that it derives from.
// RUN: %same_output --class Derived %s
#include <cstdio>
#include <memory>

struct Shared : std::enable_shared_from_this<Shared> {
    int value = 1;
};

struct Base {
    virtual int get() const { return 1; }
};

struct Derived : Base {
    int get() const override { return shared->value + 1; }
    std::shared_ptr<Shared> shared = std::make_shared<Shared>();
};

// PRINTS: 2 2
int main() {
    Derived derived;
    Base const& base = derived;
    std::printf("%d %ld\n", base.get(), derived.shared->shared_from_this().use_count());
}
