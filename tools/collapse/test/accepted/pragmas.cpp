// SPDX-License-Identifier: BSD-2-Clause
// Pragmas beside and inside the hierarchy: pack, diagnostics, and the operator.
// RUN: %same_output --class Frame %s
#include <cstdio>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
struct Link {
    virtual ~Link() = default;
    virtual int cost(int unused) const { return 3; }
    _Pragma("GCC diagnostic push")
        _Pragma("GCC diagnostic ignored \"-Wunused-variable\"") int quiet() const {
        int nothing = 5;
        return 4;
    }
    _Pragma("GCC diagnostic pop")
};
#pragma GCC diagnostic pop

#pragma pack(push, 1)
struct Wire {
    char kind;
    int length;
};
#pragma pack(pop)

struct Frame : Link {
    int cost(int factor) const override { return Link::cost(0) * factor; }
    Wire wire{'w', 9};
};

int main() {
    Frame frame;
    std::printf("%d %d %zu %d\n", frame.cost(5), frame.quiet(), sizeof(Wire), frame.wire.length);
}

// PRINTS: 15 4 5 9
