// SPDX-License-Identifier: BSD-2-Clause
// `reinterpret_cast` to a class that is laid out alike.
// RUN: %refused --class Circle %s
struct Circle {
    int kind = 0;
    double radius = 1;
};
struct Square {
    int kind;
    double side;
};

int kind(Circle& circle) {
    // CHECK: error[R0504]: a pointer to `Circle` is converted from or to one to another type: `{{.*}}Square`
    // CHECK-NEXT: --> {{.*}}:[[#@LINE+1]]:
    return reinterpret_cast<Square*>(&circle)->kind;
}

int main() {
    Circle circle;
    return kind(circle);
}
