// SPDX-License-Identifier: BSD-2-Clause
// The class and its base are local to the unit.
// RUN: %same_output --class Local %s
#include <cstdio>

namespace {

int bias() {
    return 3;
}

class Base {
public:
    virtual ~Base() = default;
    int total() const { return part() + bias(); }

private:
    virtual int part() const = 0;
};

class Local : public Base {
    int part() const override { return 40; }
};

} // namespace

int main() {
    Local local;
    std::printf("%d\n", local.total());
}

// PRINTS: 43
