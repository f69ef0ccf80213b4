// SPDX-License-Identifier: BSD-2-Clause
// The reason lies in a header of the user: that is the place that is reported.
// RUN: %refused --class Station --flag=-I%inputs %s
#include "station.hpp"

int main() {
    // CHECK: error[C0302]: `typeid` asks for the type of an object of `Place`
    // CHECK-NEXT: --> {{.*}}station.hpp:17:12
    return is_station(Station());
}
