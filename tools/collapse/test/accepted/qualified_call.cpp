// SPDX-License-Identifier: BSD-2-Clause
// Overriders call what they override by the name of its class, over one and two levels.
// RUN: %same_output --class Driver %s
#include <cstdio>

struct Device {
    virtual ~Device() = default;
    virtual int start(int by) {
        std::printf("device %d\n", by);
        return 1;
    }
};

struct BlockDevice : Device {
    int start(int by) override {
        std::printf("block device %d\n", by);
        return 10 + Device::start(by + 1);
    }
};

struct Driver : BlockDevice {
    int start(int by) override {
        std::printf("driver %d\n", by);
        return BlockDevice::start(by + 1) + Device::start(by + 5);
    }
};

int main() {
    Driver driver;
    std::printf("%d\n", driver.start(1));
    std::printf("%d\n", driver.Device::start(7));
    std::printf("%d\n", driver.BlockDevice::start(8));
}

// PRINTS: driver 1
// PRINTS: block device 2
// PRINTS: device 3
// PRINTS: device 6
// PRINTS: 12
// PRINTS: device 7
// PRINTS: 1
// PRINTS: block device 8
// PRINTS: device 9
// PRINTS: 11
