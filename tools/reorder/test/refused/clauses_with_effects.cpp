// SPDX-License-Identifier: BSD-2-Clause
// Clauses are evaluated from left to right, and these two change one variable.
// RUN: %refused --class Pair %s
struct Pair {
    int first;
    int second;
};

int main() {
    int i = 0;
    // CHECK: error[R0404]: the initialiser of `second` would be evaluated in another order
    // CHECK-NEXT: --> {{.*}}:[[#@LINE+1]]:23
    Pair pair = {i++, i++};
    return pair.first;
}
