// SPDX-License-Identifier: BSD-2-Clause
// A loop that only what is not known ends stays a loop, also where clang leaves it by a cleanup.
// RUN: %same_output %s
// RUN: %spec_of %s %t.spec
// RUN: %specialize %t.spec -o %t.o -- g++ -std=c++20 -O2 -c %s | %FileCheck %s
// SPEC: entry retried(int socket, int tries) as retried_on_one;
// SPEC: static socket = 1;
// CHECK: code {{ *}}{{[0-9]+}} instructions before, {{[0-9][0-9]?}} after
// CHECK-NOT: The limit of work
// PRINTS: 0 0
#include <cstdio>

static int left;

static long put(int socket) { return socket - left--; }

int retried(int socket, int tries) {
    left = tries;
    for (;;) {
        long const result = put(socket);
        if (result >= 0) return static_cast<int>(result);
    }
}

extern "C" int retried_on_one(int socket, int tries);

int main() {
    int const result = retried_on_one(1, 4);
    std::printf("%d %d\n", result, left);
}
