// SPDX-License-Identifier: BSD-2-Clause
// The class has pure virtual functions: it is not the most derived one.
// RUN: %refused --class Sensor %s
struct Device {
    virtual ~Device() = default;
    virtual int read() = 0;
    virtual int reset() { return 0; }
};

// CHECK: error[C02{{[0-9]+}}]: {{.*}}`Sensor`{{.*}}abstract
// CHECK-NEXT: --> {{.*}}abstract_target.cpp:[[#@LINE+1]]:
struct Sensor : Device {
    int reset() override { return 1; }
};

int use(Sensor& sensor) {
    return sensor.read();
}
