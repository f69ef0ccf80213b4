// SPDX-License-Identifier: BSD-2-Clause
// An initialiser uses a member that would be initialised after it.
// RUN: %refused --class Buffer %s
class Buffer {
public:
    explicit Buffer(int size)
        : size_(size),
          // CHECK: error[R0401]: the initialisers of `size_` and `half_` would run in another order
          // CHECK-NEXT: --> {{.*}}initialiser_uses_member.cpp:[[#@LINE+1]]:11
          half_(size_ / 2) {}
    int half() const { return half_ + size_; }

private:
    int size_;
    int half_;
};

int main() {
    return Buffer(0).half();
}
