// SPDX-License-Identifier: BSD-2-Clause
// At link time the pass sees the whole program; opt runs it on a module by name.
// RUN: clang++-19 -O2 -flto -DOTHER -c %s -o %t.other.o
// RUN: clang++-19 -O2 -flto -I%S/../../plugin/include -c %s -o %t.main.o
// RUN: clang++-19 -O2 -flto -fuse-ld=lld -Wl,--load-pass-plugin=%pass %t.main.o %t.other.o -o %t
// RUN: %t | %FileCheck %s
// RUN: clang++-19 -O1 -Xclang -disable-llvm-passes -I%S/../../plugin/include -S -emit-llvm %s -o %t.ll
// RUN: /usr/lib/llvm-19/bin/opt -load-pass-plugin=%pass -passes=specialize -S %t.ll -o - \
// RUN:     | %FileCheck --check-prefix=IR %s
// CHECK: 30 33
// IR: define {{.*}}@fast_area(
// IR-NOT: flatland_fact
struct Shape {
    virtual int area() const = 0;
    int width = 0;
};
int area_of(Shape const& shape, int times);

#ifdef OTHER
int area_of(Shape const& shape, int times) {
    int sum = 0;
    for (int i = 0; i < times; ++i)
        sum += shape.area() * shape.width;
    return sum;
}
#else
#include <cstdio>
#include <flatland_facts.h>

struct Strip : Shape {
    int area() const override { return 2; }
};
extern "C" int fast_area(Shape const&, int);

int area(Shape const& shape, int times) {
    return area_of(shape, times) + (times > 3 ? times - 1 : 0);
}

FLATLAND_FACTS void facts(Shape& shape, int times) {
    FLATLAND_VERSION(area, "fast_area");
    FLATLAND_PROMISED(shape.width = 5);
    FLATLAND_TESTED(times = 3);
}

int main() {
    Strip strip;
    strip.width = 5;
    std::printf("%d %d\n", fast_area(strip, 3), fast_area(strip, 3) + 3);
}
#endif
