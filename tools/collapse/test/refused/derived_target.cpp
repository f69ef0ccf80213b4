// SPDX-License-Identifier: BSD-2-Clause
// Another class derives from the class.
// RUN: %refused --class Timer %s
struct Clock {
    virtual ~Clock() = default;
    virtual int ticks() const { return 1; }
};

struct Timer : Clock {
    int ticks() const override { return 2; }
};

// CHECK: error[C0205]: `FastTimer` derives from `Timer`
// CHECK-NEXT: --> {{.*}}derived_target.cpp:[[#@LINE+1]]:20
struct FastTimer : Timer {
    int ticks() const override { return 3; }
};

int use(Timer const& timer) {
    return timer.ticks();
}

int main() {
    return use(FastTimer());
}
