// SPDX-License-Identifier: BSD-2-Clause
// Default initialisers that read another member with a default value compute it themselves.
// RUN: %same_output --class Buffer --class Plain %s
#include <cstdio>
#include <memory>

constexpr int count = 3;

class Buffer {
public:
    Buffer() = default;
    explicit Buffer(char mark) : mark_(mark) {}
    Buffer(int size, long *data) : size_(size), bytes_(8), data_(data), mark_('e') {}
    void show() const { std::printf("%d %d %ld %c\n", size_, bytes_, data_[0], mark_); }

private:
    int size_ = 2 * count;
    int bytes_ = size_ * 4;
    std::unique_ptr<long[]> data_{new long[bytes_]{bytes_ + size_}};
    char mark_ = size_ > 5 ? 'm' : 's';
};

struct Plain {
    int first = 4;
    int second = first + 1;
};

int main() {
    Buffer().show();
    Buffer('x').show();
    Buffer(1, new long[1]{9}).show();
    Plain const plain{};
    Plain other;
    other.first = 6;
    std::printf("%d %d %d\n", plain.first, plain.second, other.second);
}

// PRINTS: 6 24 30 m
// PRINTS: 6 24 30 x
// PRINTS: 1 8 9 e
// PRINTS: 4 5 5
