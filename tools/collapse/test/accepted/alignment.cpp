// SPDX-License-Identifier: BSD-2-Clause
// Aligned members of bases and an aligned class keep their alignment.
// RUN: %same_output --class Block %s
#include <cstdint>
#include <cstdio>

struct Counters {
    char small = 1;
    alignas(32) int fast = 2;
};

struct alignas(64) Block : Counters {
    char last = 3;
    alignas(16) char buffer[3] = {4, 5, 6};
};

int main() {
    Block blocks[2];
    bool aligned = true;
    for (Block& block : blocks) {
        aligned &= reinterpret_cast<std::uintptr_t>(&block.fast) % 32 == 0;
        aligned &= reinterpret_cast<std::uintptr_t>(block.buffer) % 16 == 0;
    }
    static_assert(alignof(Block) == 64);
    std::printf("%d %d %d %d\n", aligned, blocks[1].fast, blocks[1].last, blocks[1].buffer[2]);
}

// PRINTS: 1 2 3 6
