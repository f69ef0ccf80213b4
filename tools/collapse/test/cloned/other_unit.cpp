// SPDX-License-Identifier: BSD-2-Clause
// Another unit has a function of the clone's name and type, of which this one knows nothing.
// RUN: mkdir -p %t
// RUN: echo '{"version": 1, "sealed": ["Serial"], "clones": true}' > %t/plan.json
// RUN: %collapse --plan %t/plan.json --verbose -- g++ -std=c++20 -O0 -c %s -o %t/a.o 2>&1 \
// RUN:     | %FileCheck --check-prefix=SAID %s
// RUN: g++ -std=c++20 -O0 -DOTHER_UNIT -c %s -o %t/b.o
// RUN: g++ %t/a.o %t/b.o -o %t/both
// RUN: %t/both | %FileCheck %s
// SAID: greet(Serial&): a clone
#include <cstdio>

struct Console {
    virtual char const* name() = 0;
};
struct Serial : Console {
    char const* name() override { return "serial"; }
};

#ifdef OTHER_UNIT
void greet(Serial&) {
    std::puts("not this one");
}
#else
inline void greet(Console& console) {
    std::puts(console.name());
}

int main() {
    Serial serial;
    greet(serial);
}
#endif
// CHECK: serial
