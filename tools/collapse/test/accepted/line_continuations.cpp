// SPDX-License-Identifier: BSD-2-Clause
// Names that go on past the end of a line, digraphs and alternative tokens.
// RUN: %same_output --class Joined %s
#include <cstdio>

// clang-format off
struct Spl\
it {
    virtual ~Split() = default;
    vir\
tual int value() const { return 1; }
    int nothing() const { return 0; }
    int items<:2:> = <%3, 4%>;
};

struct Joined : Split {
    int value() const over\
ride { return not Split::val\
ue() or items<:1:> bitand 4; }
};
// clang-format on

int main() {
    Joined joined;
    std::printf("%d %d\n", joined.value(), joined.items[0]);
}

// PRINTS: 1 3
