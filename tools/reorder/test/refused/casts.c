// SPDX-License-Identifier: BSD-2-Clause
// A pointer becomes one to another type; one to the first member, which would move.
// RUN: %refused --class circle --order radius,shape %s
struct shape {
    int kind;
};
struct circle {
    struct shape shape;
    double radius;
};
struct square {
    struct shape shape;
    double side;
};

int kind(struct circle *circle) {
    // CHECK: error[R0504]: `circle` is taken for its first member, which would not be the first
    // CHECK-NEXT: --> {{.*}}:[[#@LINE+1]]:
    return ((struct shape *)circle)->kind;
}

double side(struct circle *circle) {
    // CHECK: error[R0504]: a pointer to `circle` is converted from or to one to another type
    // CHECK-NEXT: --> {{.*}}:[[#@LINE+1]]:
    return ((struct square *)circle)->side;
}

int main(void) {
    struct circle circle = {{0}, 1};
    return kind(&circle) + (side(&circle) > 2);
}
