// SPDX-License-Identifier: BSD-2-Clause
// An object of a base is made on the heap.
// RUN: %refused --class Wide %s
struct Narrow {
    virtual ~Narrow() = default;
    virtual int get() const { return 1; }
};

struct Wide : Narrow {
    int get() const override { return 2; }
};

int main() {
    // CHECK: error[C0304]: the object is an object of the base `Narrow` by itself, not of `Wide`
    // CHECK-NEXT: --> {{.*}}new_base.cpp:[[#@LINE+1]]:22
    Narrow* narrow = new Narrow;
    Wide wide;
    int result = narrow->get() + wide.get();
    delete narrow;
    return result;
}
