// SPDX-License-Identifier: BSD-2-Clause
// An object is taken as bytes by the library.
// RUN: %refused --class Pair %s
#include <bit>

struct Pair {
    short first;
    short second;
};

int main() {
    // CHECK: error[R0508]: an object that would be laid out anew is taken as bytes
    // CHECK-NEXT: --> {{.*}}:[[#@LINE+1]]:
    return std::bit_cast<int>(Pair{0, 0});
}
