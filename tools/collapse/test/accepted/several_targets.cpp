// SPDX-License-Identifier: BSD-2-Clause
// Two classes without a common base, one of which uses the other, are flattened together.
// RUN: %same_output --class Disk --class Fan %s
#include <cstdio>

struct Storage {
    virtual ~Storage() = default;
    virtual int read(int block) const = 0;
    int reads = 0;
};

struct Cooler {
    virtual ~Cooler() = default;
    virtual int speed() const { return 10; }
};

struct Fan : Cooler {
    int speed() const override { return Cooler::speed() * load; }
    int load = 1;
};

struct Disk : Storage {
    explicit Disk(Cooler& cooler) : cooler(cooler) {}
    int read(int block) const override { return block * 2 + cooler.speed(); }
    int count() { return ++reads; }
    Cooler& cooler;
};

int main() {
    Fan fan;
    Disk disk(fan);
    fan.load = 3;
    Storage& storage = disk;
    int counted = disk.count();
    std::printf("%d %d %d\n", storage.read(5), counted, fan.speed());
}

// PRINTS: 40 1 30
