// SPDX-License-Identifier: BSD-2-Clause
// `__LINE__`, `__FILE__`, `__func__` and `assert` tell the original place.
// RUN: %same_output --class Reporter %s
#include <cassert>
#include <cstdio>
#include <cstring>

struct Reporting {
    virtual ~Reporting() = default;
    int line() const { return __LINE__; }
    char const* file() const { return std::strrchr(__FILE__, '/') + 1; }
    char const* function() const { return __func__; }
    virtual int check(int value) const {
        assert(value > 0);
        return __LINE__;
    }
};

struct Reporter : Reporting {
    int check(int value) const override { return Reporting::check(value) + 1000 * __LINE__; }
};

int main() {
    Reporter reporter;
    std::printf("%d %d\n", reporter.line(), reporter.check(1));
    std::printf("%s %s %s\n", reporter.file(), reporter.function(), __func__);
}

// PRINTS: 10 20015
// PRINTS: place_macros.cpp function main
