// SPDX-License-Identifier: BSD-2-Clause
// Bases and pointers to tables of virtual functions stay first; only own members move.
// RUN: %same_output --class Device --class Disk %s
#include <cstdio>

class Device {
public:
    virtual ~Device() = default;
    virtual int read() const { return id_; }

protected:
    char tag_ = 't';
    int id_ = 1;
};

class Disk : public Device {
public:
    int read() const override { return id_ + size_ + mark_ + static_cast<int>(blocks_); }

private:
    char mark_ = 2;
    long blocks_ = 100;
    int size_ = 3;
};

class Other : public virtual Device {
public:
    char more = 'o';
};

int main() {
    Disk disk;
    Device const& device = disk;
    Other other;
    std::printf("%d %d %c\n", device.read(), other.read(), other.more);
}

// PRINTS: 106 1 o
