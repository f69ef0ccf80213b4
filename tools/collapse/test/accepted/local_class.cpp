// SPDX-License-Identifier: BSD-2-Clause
// The class is local to a function; its base is not.
// RUN: %same_output --class Local %s
#include <cstdio>

struct Base {
    virtual ~Base() = default;
    virtual int value() const { return 1; }
};

int main() {
    struct Local : Base {
        int value() const override { return Base::value() + 1; }
    };
    Local local;
    std::printf("%d\n", local.value());
}

// PRINTS: 2
