// SPDX-License-Identifier: BSD-2-Clause
// Attributes and alignas travel with their member.
// RUN: %same_output --class Object %s
#include <cstdint>
#include <cstdio>

struct Object {
    char first = 'f';
    alignas(32) int wide = 1;
    [[maybe_unused]] char unused = 'u';
    int late __attribute__((aligned(16))) = 2, plain = 3;
    [[maybe_unused]] long old = 4;
    alignas(8) char bytes[3] = {'a', 'b', 0};
};

int main() {
    Object object;
    std::printf("%c %d %d %d %s %d %d\n", object.first, object.wide, object.late, object.plain,
                object.bytes, int(reinterpret_cast<std::uintptr_t>(&object.wide) % 32),
                int(reinterpret_cast<std::uintptr_t>(&object.late) % 16));
}

// PRINTS: f 1 2 3 ab 0 0
