// SPDX-License-Identifier: BSD-2-Clause
// Functions that differ in the reference and cv-qualifiers of the object only.
// RUN: %same_output --class Holder %s
#include <cstdio>
#include <utility>

struct Box {
    int get() & { return 1; }
    int get() const& { return 2; }
    int get() && { return 3; }
    int get() volatile& { return 4; }
    virtual int take() && { return 5; }
    virtual int take() const& { return 6; }
    virtual ~Box() = default;
};

struct Holder : Box {
    int take() && override { return 50; }
    int take() const& override { return Box::take() * 10; }
};

int main() {
    Holder holder;
    Holder const fixed;
    Holder volatile& shared = holder;
    std::printf("%d %d %d %d\n", holder.get(), fixed.get(), Holder().get(), shared.get());
    std::printf("%d %d %d\n", holder.take(), std::move(holder).take(), fixed.take());
}

// PRINTS: 1 2 3 4
// PRINTS: 60 50 60
