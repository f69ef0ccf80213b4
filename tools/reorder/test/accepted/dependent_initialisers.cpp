// SPDX-License-Identifier: BSD-2-Clause
// An initialiser that reads a member which comes after it now computes that member's value itself,
// if that is made from constants and from parameters that do not change.
// RUN: %same_output --class Buffer --class Chain --class Shifted %s
// RUN: %same_output --class Buffer --order data_,half_,size_,kind_,wide_ %s
#include <cstdio>
#include <memory>
#include <vector>

enum class Kind : unsigned char { small, large };
constexpr int limit = 11;

class Buffer {
public:
    explicit Buffer(int size)
        : size_(static_cast<short>(size < 0 ? 0 : size)), half_{size_ / 2}, // the half
          data_(new int[static_cast<std::size_t>(this->half_ + 1)]()),
          kind_(size_ > limit ? Kind::large : Kind::small), wide_(size_) {}
    template<class T>
    Buffer(T size, bool)
        : size_(static_cast<short>(sizeof(T) * size)), half_(size_ - 1), data_(new int[20]()),
          kind_(Kind::small), wide_(half_ * 2L) {}
    void show() {
        data_[static_cast<std::size_t>(half_)] = 7;
        std::printf("%d %d %d %d %ld\n", size_, half_, data_[static_cast<std::size_t>(half_)],
                    static_cast<int>(kind_), wide_);
    }

private:
    short size_;
    int half_;
    std::unique_ptr<int[]> data_;
    Kind kind_;
    long wide_;
};

/// Each from the one before it.
struct Chain {
    explicit Chain(int n) : a(n), b(a), c(b), d(c + b), text(static_cast<std::size_t>(d), '*') {}
    unsigned char a;
    int b;
    long c;
    int d;
    std::vector<char> text;
};

/// The value is converted to the member's type: 300 becomes 44.
struct Shifted {
    Shifted(int first, int second) : low(static_cast<unsigned char>(first)), sum(low + second) {}
    unsigned char low;
    int sum;
};

int main() {
    Buffer(10).show();
    Buffer(12).show();
    Buffer(3, true).show();
    Buffer(2L, true).show();
    Chain const chain(260);
    std::printf("%d %d %ld %d %zu\n", chain.a, chain.b, chain.c, chain.d, chain.text.size());
    std::printf("%d\n", Shifted(300, 1).sum);
}

// PRINTS: 10 5 7 0 10
// PRINTS: 12 6 7 1 12
// PRINTS: 12 11 7 0 22
// PRINTS: 16 15 7 0 30
// PRINTS: 4 4 4 8 8
// PRINTS: 45
