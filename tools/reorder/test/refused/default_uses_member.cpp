// SPDX-License-Identifier: BSD-2-Clause
// A default initialiser uses a member that a constructor makes: what is right for one constructor
// is wrong for another.
// RUN: %refused --class Buffer %s
class Buffer {
public:
    Buffer() = default;
    // CHECK: error[R0401]: the initialisers of `size_` and `half_` would run in another order
    // CHECK-NEXT: --> {{.*}}default_uses_member.cpp:[[#@LINE+1]]:14
    explicit Buffer(int size) : size_(size) {}
    int half() const { return half_ + size_; }

private:
    int size_ = 8;
    int half_ = size_ / 2;
};

int main() {
    return Buffer(0).half() + Buffer().half() - 12;
}
