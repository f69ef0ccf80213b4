// SPDX-License-Identifier: BSD-2-Clause
// Operators that the class hides have no other name under which the base's could be called.
// RUN: %refused --class Temperature %s
struct Reading {
    int operator[](int index) const { return raw + index; }
    int raw = 21;
};

struct Temperature : Reading {
    // CHECK: error[C0601]: `operator` would now mean `Temperature::operator[]`, not `Reading::operator[]`
    // CHECK: --> {{.*}}hidden_operators_named.cpp:[[#@LINE+1]]:71
    int operator[](int index) const { return index > 9 ? 0 : Reading::operator[](index + 1); }
};

int main() {
    Temperature temperature;
    return temperature[1];
}
