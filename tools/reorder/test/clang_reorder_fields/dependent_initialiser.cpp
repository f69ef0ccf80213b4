// SPDX-License-Identifier: BSD-2-Clause
// Known failure of clang-reorder-fields 19: it warns, and lets `data_` be made from a `size_` that
// has no value yet.
// RUN: %same_output --class Buffer --order data_,size_ %s
#include <cstdio>
#include <memory>

class Buffer {
public:
    explicit Buffer(unsigned size) : size_(size), data_(new int[size_]()) {}
    void show() const { std::printf("%u %d\n", size_, data_[size_ - 1]); }

private:
    unsigned size_;
    std::unique_ptr<int[]> data_;
};

int main() {
    Buffer(5).show();
}

// PRINTS: 5 0
