// SPDX-License-Identifier: BSD-2-Clause
// Volatile, mutable and thread-local members of bases.
// RUN: %same_output --class Device %s
#include <cstdio>

struct Registers {
    int volatile status = 1;
    mutable int reads = 0;
    static thread_local int last;
    int read() const volatile { return status; }
    int read() const {
        ++reads;
        return last = status;
    }
};
thread_local int Registers::last = 7;

struct Device : Registers {
    int poll() const {
        int before = last;
        return before * 10 + read();
    }
};

int main() {
    Device const device;
    Device volatile port;
    int polled[] = {device.poll(), device.poll()};
    std::printf("%d %d %d %d\n", polled[0], polled[1], device.reads, port.read());
}

// PRINTS: 71 11 2 1
