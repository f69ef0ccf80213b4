// SPDX-License-Identifier: BSD-2-Clause
// The class is initialised with braces, its base with designators within them.
// RUN: %refused --class Point %s
struct Position {
    int x;
    int y;
};

struct Point : Position {
    int color = 9;
};

int main() {
    // CHECK: error[C0420]: `Point` is initialised member by member, bases included
    // CHECK-NEXT: --> {{.*}}designated_initialisation.cpp:[[#@LINE+1]]:16
    Point point{{.x = 1, .y = 2}, 3};
    return point.y + point.color;
}
