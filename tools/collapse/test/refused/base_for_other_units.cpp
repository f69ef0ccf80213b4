// SPDX-License-Identifier: BSD-2-Clause
// The interface lies in a header: units that include it alone would call through a table of virtual
// functions that the flat class does not have.
// RUN: %refused --class Thermometer --flag=-I%inputs %s
#include "instrument.hpp"

class Thermometer : public Instrument {
public:
    int read() const override { return 21; }
};

// CHECK: error[C0210]: {{.*}} other units may see `Instrument` without `Thermometer`
// CHECK-NEXT: base_for_other_units.cpp:[[#@LINE+2]]:
Instrument* make_instrument() {
    return new Thermometer;
}

int main() {
    return Thermometer().read() - 21;
}
