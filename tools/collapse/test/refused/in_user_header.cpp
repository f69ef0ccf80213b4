// SPDX-License-Identifier: BSD-2-Clause
// The reason lies in a header of the user: that is the place that is told.
// RUN: %refused --class Station --flag=-I%inputs %s
#include "station.hpp"

int main() {
    // CHECK: error[C03{{[0-9]+}}]: {{.*}}`typeid`
    // CHECK-NEXT: --> {{.*}}station.hpp:17:
    return is_station(Station());
}
