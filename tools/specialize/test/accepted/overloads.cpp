// SPDX-License-Identifier: BSD-2-Clause
// Types of parameters choose among overloads; unnamed namespaces need no name.
// RUN: %same_output %s
// SPEC: entry half(long value, int up) as half_up;
// SPEC: static up = 1;
// PRINTS: 4 3 3.5
#include <cstdio>

namespace {

double half(double value, int /*up*/) { return value / 2; }
__attribute__((noinline)) long half(long value, int up) { return (value + (up ? 1 : 0)) / 2; }

} // namespace

extern "C" long half_up(long value, int up);

int main() {
    std::printf("%ld %ld %g\n", half_up(7, 1), half(7L, 0), half(7.0, 1));
}
