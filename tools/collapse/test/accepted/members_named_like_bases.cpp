// SPDX-License-Identifier: BSD-2-Clause
// Members have the names of bases; the classes are named with a keyword then.
// RUN: %same_output --class Device %s
#include <cstdio>

struct clock {
    int ticks = 3;
    int read() const { return ticks; }
};

struct bus {
    int width = 8;
};

struct Device : clock, bus {
    int clock() const { return read() + 100; }
    struct bus* next = nullptr;
    int bus = 40;
    struct clock& base() { return *this; }
    int Device_() const { return this->Device::clock::ticks; }
};

int main() {
    Device device;
    device.next = &device;
    struct clock& base = device.base();
    std::printf("%d %d %d %d %d\n", device.clock(), device.bus, device.next->width, base.read(),
                device.Device_());
}

// PRINTS: 103 40 8 3 3
