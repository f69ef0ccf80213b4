// SPDX-License-Identifier: BSD-2-Clause
// A clone would take a call from an overload for temporary objects: the finding stands at the
// call, in no clone, so the unit is compiled without clones.
// RUN: %cloned %s
// PLAN: {"version": 1, "sealed": ["Serial"], "clones": true}
// KEPT: no clones, for with them `take` would now mean `::take`, of type `int (const ::Serial &)`, not `::take`, of type `int (Console &&)`
#include <cstdio>

struct Console {
    virtual int id() const { return 0; }
};
struct Serial : Console {
    int id() const override { return 1; }
};

int take(Console const& console) {
    return console.id();
}

int take(Console&& console) {
    return 10 + console.id();
}

int main() {
    Serial const serial;
    std::printf("%d %d\n", take(serial), take(Serial()));
}
// PRINTS: 1 11
