// SPDX-License-Identifier: BSD-2-Clause
// The class has pure virtual functions: it is not the most derived one.
// RUN: %refused --class Sensor %s
struct Device {
    virtual ~Device() = default;
    virtual int read() = 0;
    virtual int reset() { return 0; }
};

// CHECK: error[C0212]: `Sensor` is abstract: there are no objects of it
// CHECK-NEXT: --> {{.*}}abstract_target.cpp:[[#@LINE+1]]:8
struct Sensor : Device {
    int reset() override { return 1; }
};

int use(Sensor& sensor) {
    return sensor.read();
}
