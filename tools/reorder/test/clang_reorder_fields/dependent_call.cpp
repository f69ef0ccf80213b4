// SPDX-License-Identifier: BSD-2-Clause
// Known failure of clang-reorder-fields 19: it warns where a value cannot be computed twice, and
// writes the new order all the same.
// RUN: %refused --class Buffer --order half_,size_ %s
unsigned next_size();

struct Buffer {
    // CHECK: error[R0401]: the initialisers of `size_` and `half_` would run in another order
    // CHECK-NEXT: --> {{.*}}dependent_call.cpp:[[#@LINE+1]]:36
    Buffer() : size_(next_size()), half_(size_ / 2) {}
    unsigned size_;
    unsigned half_;
};

unsigned next_size() {
    static unsigned last = 1;
    return last++;
}

int main() {
    return static_cast<int>(Buffer().half_);
}
