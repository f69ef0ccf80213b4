// SPDX-License-Identifier: BSD-2-Clause
// Constructor bodies run from virtual bases over direct bases to the class itself, destructor
// bodies in the reverse order.
// RUN: %same_output --class Machine %s
#include <cstdio>

struct Clock {
    Clock() { std::puts("+clock"); }
    ~Clock() { std::puts("-clock"); }
};

struct Bus : virtual Clock {
    Bus() { std::puts("+bus"); }
    ~Bus() { std::puts("-bus"); }
};

struct Memory {
    Memory() { std::puts("+memory"); }
    ~Memory() { std::puts("-memory"); }
};

struct Processor : Memory, virtual Clock {
    Processor() { std::puts("+processor"); }
    ~Processor() { std::puts("-processor"); }
};

struct Machine : Processor, Bus {
    Machine() { std::puts("+machine"); }
    ~Machine() { std::puts("-machine"); }
};

int main() {
    {
        Machine machine;
        std::puts("scope");
    }
    Machine* other = new Machine;
    std::puts("heap");
    delete other;
}

// PRINTS: +clock
// PRINTS: +memory
// PRINTS: +processor
// PRINTS: +bus
// PRINTS: +machine
// PRINTS: scope
// PRINTS: -machine
// PRINTS: -bus
// PRINTS: -processor
// PRINTS: -memory
// PRINTS: -clock
// PRINTS: +clock
// PRINTS: +memory
// PRINTS: +processor
// PRINTS: +bus
// PRINTS: +machine
// PRINTS: heap
// PRINTS: -machine
// PRINTS: -bus
// PRINTS: -processor
// PRINTS: -memory
// PRINTS: -clock
