// SPDX-License-Identifier: BSD-2-Clause
// What is called: a unit of its own, so that no compiler looks through the calls.
#include "work.h"

int direct(int x) {
    return x + 1;
}
int special(int x) {
    return x + 1;
}
