// SPDX-License-Identifier: BSD-2-Clause
// An initialiser uses a member that would be initialised after it, and needs more than its value,
// or a value that cannot be computed twice.
// RUN: %refused --class Buffer %s
int next();

class Buffer {
public:
    explicit Buffer(int size)
        : size_(size),
          // CHECK: error[R0401]: the initialisers of `size_` and `end_` would run in another order
          // CHECK-NEXT: --> {{.*}}initialiser_uses_member.cpp:[[#@LINE+2]]:11
          // CHECK: help: keep the two in this order, or initialise from the constructor
          end_(&size_), number_(next()),
          // CHECK: error[R0401]: the initialisers of `number_` and `twice_` would run in another
          // CHECK-NEXT: --> {{.*}}initialiser_uses_member.cpp:[[#@LINE+1]]:11
          twice_(number_ * 2), half_(size--),
          // CHECK: error[R0401]: the initialisers of `half_` and `third_` would run in another
          // CHECK-NEXT: --> {{.*}}initialiser_uses_member.cpp:[[#@LINE+1]]:11
          third_(half_) {}
    int sum() const { return half_ + number_ + twice_ + third_ + static_cast<int>(end_ - &size_); }

private:
    int size_;
    int *end_;
    int number_;
    int twice_;
    int half_;
    int third_;
};

int next() {
    static int last = 0;
    return last++;
}

int main() {
    return Buffer(0).sum() - 1;
}
