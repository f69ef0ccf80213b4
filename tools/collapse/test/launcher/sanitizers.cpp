// SPDX-License-Identifier: BSD-2-Clause
// Flattened programs under the sanitizers.
// RUN: %same_output --class Derived --flag=-fsanitize=undefined %s
// RUN: %same_output --class Derived --flag=-fsanitize=address %s
#include <cstdio>
#include <memory>

struct Base {
    Base() { std::puts("base"); }
    virtual ~Base() { std::puts("gone"); }
    virtual int get() const { return 1; }
    int first = 3;
};

struct Side {
    virtual ~Side() = default;
    virtual int side() const = 0;
    int second = 4;
};

struct Derived : virtual Base, Side {
    int get() const override { return Base::get() + second; }
    int side() const override { return first; }
};

int main() {
    std::unique_ptr<Base> base = std::make_unique<Derived>();
    auto side = std::make_unique<Derived>();
    Side& reference = *side;
    std::printf("%d %d\n", base->get(), reference.side());
}

// PRINTS: base
// PRINTS: base
// PRINTS: 5 3
// PRINTS: gone
// PRINTS: gone
