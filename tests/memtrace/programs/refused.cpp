// SPDX-License-Identifier: BSD-2-Clause
// Functions and classes that cannot be traced, each for its reason.
#include <cstdlib>

struct Twin {
    long numbers[3];
};

struct Other {
    char letters[24];
};

struct Alone {
    long numbers[7];
};

__attribute__((always_inline)) inline void inlined(Alone& alone) {
    alone.numbers[0] = 1;
}

__attribute__((noinline)) void enter(Alone& alone) {
    inlined(alone);
}

__attribute__((noinline)) void enter(Twin& twin) {
    twin.numbers[0] = 1;
}

int main() {
    auto* const alone = static_cast<Alone*>(std::calloc(1, sizeof(Alone)));
    enter(*alone);
    Twin twin{};
    enter(twin);
    Other other{};
    return other.letters[0];
}
