// SPDX-License-Identifier: BSD-2-Clause
// Another class has a member of a base's type.
// RUN: %refused --class Wide %s
struct Narrow {
    int width = 1;
    int get() const { return width; }
};

struct Wide : Narrow {
    int more = 5;
};

struct Pair {
    // CHECK: error[C0304]: `narrow` is an object of the base `Narrow` by itself, not of `Wide`
    // CHECK-NEXT: --> {{.*}}base_as_member.cpp:[[#@LINE+1]]:12
    Narrow narrow;
    Wide wide;
};

int main() {
    Pair pair;
    return pair.narrow.get() + pair.wide.get();
}
