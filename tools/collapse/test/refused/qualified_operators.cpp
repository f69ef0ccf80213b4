// SPDX-License-Identifier: BSD-2-Clause
// Overridden operators have no other name under which they could stay.
// RUN: %refused --class Temperature %s
struct Reading {
    virtual operator int() const { return raw; }
    virtual int operator[](int index) const { return raw + index; }
    virtual ~Reading() = default;
    int raw = 21;
};

struct Temperature : Reading {
    // CHECK: error[C0506]: `Reading::operator int` is called by its class's name, and an operator cannot get
    // CHECK-NEXT: --> {{.*}}qualified_operators.cpp:[[#@LINE+1]]:53
    operator int() const override { return Reading::operator int() * 10; }
    // CHECK: error[C0506]: `Reading::operator[]` is called by its class's name, and an operator cannot get
    // CHECK-NEXT: --> {{.*}}qualified_operators.cpp:[[#@LINE+1]]:64
    int operator[](int index) const override { return Reading::operator[](index) + 1; }
};

int main() {
    Temperature temperature;
    return temperature + temperature[1];
}
