// SPDX-License-Identifier: BSD-2-Clause
// Another class derives from the class.
// RUN: %refused --class Timer %s
struct Clock {
    virtual ~Clock() = default;
    virtual int ticks() const { return 1; }
};

// CHECK: error[C02{{[0-9]+}}]: {{.*}}`Timer`
// CHECK-NEXT: --> {{.*}}derived_target.cpp:
struct Timer : Clock {
    int ticks() const override { return 2; }
};

struct FastTimer : Timer {
    int ticks() const override { return 3; }
};

int use(Timer const& timer) {
    return timer.ticks();
}

int main() {
    return use(FastTimer());
}
