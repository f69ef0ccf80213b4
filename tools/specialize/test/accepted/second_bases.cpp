// SPDX-License-Identifier: BSD-2-Clause
// A pointer to a second base leads to a table of its own.
// RUN: %same_output %s
// SPEC: entry measure(Sized const *thing, int times) as measure_box;
// SPEC: static thing is Box;
// PRINTS: 12 3
#include <cstdio>

struct Named {
    virtual ~Named() = default;
    virtual char const *name() const = 0;
};

struct Sized {
    virtual ~Sized() = default;
    virtual int size() const = 0;
};

struct Box : Named, Sized {
    int side = 4;
    char const *name() const override { return "box"; }
    int size() const override { return side; }
};

struct Unit : Sized {
    int size() const override { return 1; }
};

int measure(Sized const *thing, int times) { return thing->size() * times; }

extern "C" int measure_box(Sized const *thing, int times);

int main() {
    Box const box;
    Unit const unit;
    std::printf("%d %d\n", measure_box(&box, 3), measure_box(&unit, 3));
}
