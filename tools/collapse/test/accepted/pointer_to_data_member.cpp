// SPDX-License-Identifier: BSD-2-Clause
// Pointers to data members of base and class, and tables of them.
// RUN: %same_output --class Packet %s
#include <cstdio>

struct Header {
    int source = 1;
    int target = 2;
};

struct Packet : Header {
    int length = 3;
};

int Header::* const header_fields[] = {&Header::source, &Header::target};

int sum(Packet const& packet, int Packet::* field) {
    return packet.*field * 10;
}

int main() {
    Packet packet;
    packet.*header_fields[1] = 20;
    int Packet::* field = &Packet::length;
    int total = sum(packet, field) + sum(packet, header_fields[1]) + sum(packet, &Packet::source);
    field = &Header::target;
    Packet* pointer = &packet;
    std::printf("%d %d %d\n", total, pointer->*field, field == &Packet::target);
}

// PRINTS: 240 20 1
