// SPDX-License-Identifier: BSD-2-Clause
// `std::make_unique` initialises an aggregate by clauses in parentheses.
// RUN: %refused --class Pair %s
#include <memory>

struct Pair {
    int first;
    long second;
};

int main() {
    // CHECK: error[R0407]: a template of a system header initialises an object by the order
    return std::make_unique<Pair>(0, 2)->first;
}
