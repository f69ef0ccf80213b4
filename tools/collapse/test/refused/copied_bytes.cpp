// SPDX-License-Identifier: BSD-2-Clause
// `memcpy` copies an object into a buffer whose layout is observed.
// RUN: %refused --class Packet %s
#include <cstring>

struct Header {
    int length = 1;
};

struct Packet : Header {
    int kind = 2;
};

int main() {
    Packet packet;
    unsigned char buffer[sizeof packet];
    // CHECK: error[C0310]: `memcpy` takes an object that holds `Packet` as bytes
    // CHECK-NEXT: --> {{.*}}copied_bytes.cpp:[[#@LINE+1]]:25
    std::memcpy(buffer, &packet, sizeof packet);
    return buffer[0];
}
