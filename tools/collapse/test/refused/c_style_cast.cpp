// SPDX-License-Identifier: BSD-2-Clause
// A cast of C reinterprets an object.
// RUN: %refused --class Packet --flag=-fno-strict-aliasing %s
struct Header {
    int length = 1;
};

struct Packet : Header {
    int kind = 2;
};

struct Image {
    int words[2];
};

int main() {
    Packet packet;
    // CHECK: error[C0311]: a pointer to a class of the hierarchy is converted from or to one to
    // CHECK-NEXT: --> {{.*}}c_style_cast.cpp:[[#@LINE+1]]:19
    auto* image = (Image*)&packet;
    return image->words[1];
}
