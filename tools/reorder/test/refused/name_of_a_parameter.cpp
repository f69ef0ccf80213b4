// SPDX-License-Identifier: BSD-2-Clause
// The value of a member names what is hidden by a parameter where it would be written.
// RUN: %refused --class Buffer %s
constexpr int count = 3;

class Buffer {
public:
    explicit Buffer(int count) : twice_(size_ * 2 + count) {}
    int twice() const { return twice_ + size_; }

private:
    // CHECK: error[R0601]: `count` would now mean `count`, not `::count`
    // CHECK-NEXT: --> {{.*}}name_of_a_parameter.cpp:[[#@LINE+1]]:17
    int size_ = count;
    int twice_;
};

int main() {
    return Buffer(1).twice() - 10;
}
