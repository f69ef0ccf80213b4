// SPDX-License-Identifier: BSD-2-Clause
// Bases declare types for their members; outside they are named through base and class.
// RUN: %same_output --class Queue %s
#include <cstdio>
#include <type_traits>

struct Traits {
    typedef unsigned char Word;
    using Size = long;
};

struct Ring : Traits {
    using Index = Size;
    Index position(Word value) const { return value * Index(2); }
    Word last = 0;
};

struct Queue : Ring {
    Word push(int value) {
        last = static_cast<Word>(value);
        return last;
    }
};

Traits::Word narrowed(int value) {
    return static_cast<Queue::Word>(value);
}

int main() {
    Queue queue;
    Ring::Index index = queue.position(queue.push(257));
    static_assert(std::is_same_v<Queue::Index, long>);
    std::printf("%ld %d\n", index, narrowed(511));
}

// PRINTS: 2 255
