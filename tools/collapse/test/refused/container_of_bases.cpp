// SPDX-License-Identifier: BSD-2-Clause
// A container of the library holds objects of a base.
// RUN: %refused --class Wide %s
#include <vector>

struct Narrow {
    int width = 1;
};

struct Wide : Narrow {
    int more = 5;
};

int main() {
    // CHECK: error[C0317]: `vector` is used for the base `Narrow`, which will be another name of
    // CHECK-NEXT: --> {{.*}}container_of_bases.cpp:[[#@LINE+1]]:10
    std::vector<Narrow> all(3);
    Wide wide;
    return all[1].width + wide.more;
}
