// SPDX-License-Identifier: BSD-2-Clause
// The class is initialised with braces, its base with braces within them.
// RUN: %refused --class Point %s
struct Position {
    int x;
    int y;
};

struct Point : Position {
    int color;
};

int main() {
    // CHECK: error[C0420]: `Point` is initialised member by member, bases included
    // CHECK-NEXT: --> {{.*}}aggregate_initialisation.cpp:[[#@LINE+1]]:16
    Point point{{1, 2}, 3};
    return point.y + point.color;
}
