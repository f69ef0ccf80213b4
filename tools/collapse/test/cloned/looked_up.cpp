// SPDX-License-Identifier: BSD-2-Clause
// Names that a concept asks for, and that the library's templates call: a clone could change what
// they find, and nobody would see it. `iter_swap` calls `std::swap`, as the better match.
// RUN: %cloned %s
// PLAN: {"version": 1, "sealed": ["Serial"], "clones": true}
// CLONE: greet(Serial&)
// KEPT: exchange, its name is looked up where no call can be seen
// KEPT: operator+, its name is looked up where no call can be seen
// KEPT: swap, its name is looked up where no call can be seen
// DIRECT: greet(Serial&)
#include <algorithm>
#include <cstdio>
#include <numeric>

struct Console {
    virtual int id() const { return 0; }
};
struct Serial : Console {
    explicit Serial(int id) : id_(id) {}
    int id() const override { return id_; }
    int id_;
};

int operator+(int sum, Console const& console) {
    return sum + console.id();
}

void swap(Console& left, Console& right) {
    std::printf("swap %d %d\n", left.id(), right.id());
}

void exchange(Console* console) {
    std::printf("exchange %d\n", console->id());
}

template<class T>
concept Exchanges = requires(T value) { exchange(value); };

void greet(Console& console) {
    std::printf("hello %d\n", console.id());
}

int main() {
    Serial one(1);
    greet(one);
    Serial const all[] = {Serial(1), Serial(2)};
    std::printf("%d %d\n", std::accumulate(all, all + 2, 10), 20 + all[1]);
    Serial two(2);
    swap(one, two);
    std::iter_swap(&one, &two);
    exchange(&one);
    std::printf("%d %d %d\n", Exchanges<decltype(nullptr)>, Exchanges<Serial*>, Exchanges<int>);
}
// PRINTS: hello 1
// PRINTS: 13 22
// PRINTS: swap 1 2
// PRINTS: exchange 2
// PRINTS: 1 1 0
