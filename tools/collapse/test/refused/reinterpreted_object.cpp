// SPDX-License-Identifier: BSD-2-Clause
// An object is read as bytes through another type.
// RUN: %refused --class Packet %s
struct Header {
    virtual ~Header() = default;
    int length = 1;
};

struct Packet : Header {
    int kind = 2;
};

int main() {
    Packet packet;
    // CHECK: error[C0311]: a pointer to a class of the hierarchy is converted from or to one to
    // CHECK-NEXT: --> {{.*}}reinterpreted_object.cpp:[[#@LINE+1]]:19
    auto* bytes = reinterpret_cast<unsigned char*>(&packet);
    return bytes[8];
}
