// SPDX-License-Identifier: BSD-2-Clause
// Two bases that know nothing of each other have members of the same names.
// RUN: %same_output --class Duplex %s
#include <cstdio>

struct Receiver {
    int count = 0;
    void push(int by) { count += by; }
    int limit() const { return 10; }
    bool full() const { return count >= limit(); }
};

struct Sender {
    int count = 100;
    void push(int by) { count -= by; }
    int limit() const { return 90; }
    bool full() const { return count <= limit(); }
};

struct Duplex : Receiver, Sender {
    void push_both(int by) {
        Receiver::push(by);
        Sender::push(by);
    }
};

int main() {
    Duplex duplex;
    duplex.push_both(4);
    duplex.Sender::push(1);
    std::printf("%d %d\n", duplex.Receiver::count, duplex.Sender::count);
    std::printf("%d %d\n", duplex.Receiver::full(), duplex.Sender::full());
    duplex.push_both(6);
    std::printf("%d %d\n", duplex.Receiver::full(), duplex.Sender::full());
}

// PRINTS: 4 95
// PRINTS: 0 0
// PRINTS: 1 1
