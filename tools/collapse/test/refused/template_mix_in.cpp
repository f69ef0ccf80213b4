// SPDX-License-Identifier: BSD-2-Clause
// A mix-in is a class template that is given its own base.
// RUN: %refused --class Led %s
struct Pin {
    virtual ~Pin() = default;
    virtual int level() const { return 0; }
};

template<class Next>
// CHECK: error[C0203]: the base `Inverted` is an instance of a template
// CHECK-NEXT: --> {{.*}}template_mix_in.cpp:[[#@LINE+1]]:8
struct Inverted : Next {
    int level() const override { return 1 - Next::level(); }
};

struct Led : Inverted<Pin> {
    int color = 2;
};

int use(Led const& led) {
    return led.level() + led.color;
}
