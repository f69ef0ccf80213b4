// SPDX-License-Identifier: BSD-2-Clause
// Members are called `override` and `final`, and functions have trailing return types.
// RUN: %same_output --class Odd %s
#include <cstdio>

struct Strange {
    virtual ~Strange() = default;
    virtual auto final(int override) -> int { return override + 1; }
    virtual auto override() const -> int (*)(int) = 0;
    int import = 5;
};

struct Odd final : Strange {
    auto final(int value) -> int final { return Strange::final(value) * 10; }
    auto override() const -> int (*)(int) override {
        return [](int value) { return value + 7; };
    }
};

int main() {
    Odd odd;
    std::printf("%d %d %d\n", odd.final(1), odd.override()(1), odd.import);
}

// PRINTS: 20 8 5
