// SPDX-License-Identifier: BSD-2-Clause
// The program states the size that the class has with its pointer to virtual functions.
// RUN: %refused --class Large %s
struct Small {
    virtual ~Small() = default;
    virtual int value() const { return 1; }
};

struct Large : Small {
    long more = 5;
};

// CHECK: error[C0602]: this would not compile any more in the flat class
// CHECK-NEXT: --> {{.*}}size_assertion.cpp:[[#@LINE+1]]:15
static_assert(sizeof(Large) == 16);

int main() {
    return Large().value();
}
