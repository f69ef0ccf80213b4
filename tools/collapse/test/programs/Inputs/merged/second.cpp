// SPDX-License-Identifier: BSD-2-Clause
// Alone, calls the overloads that it declares.
int pick(int);

int second() {
    return pick(2L);
}

int rounded(long);

int third() {
    return rounded(1) + shared(1);
}

// Reaches whatever follows.
using namespace maths;
