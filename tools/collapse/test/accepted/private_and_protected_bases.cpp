// SPDX-License-Identifier: BSD-2-Clause
// Private and protected bases: members reach through them, outsiders do not.
// RUN: %same_output --class Gate %s
#include <cstdio>

class Hinge {
public:
    virtual ~Hinge() = default;
    virtual int angle() const { return 90; }
    int swing(int by) { return moved_ += by * angle(); }

private:
    int moved_ = 0;
};

class Door : protected Hinge {
public:
    int open() { return swing(1); }
};

class Gate : private Door {
public:
    int angle() const override { return Door::angle() + 5; }
    int pass() {
        int opened = open();
        return opened + swing(2);
    }
};

int main() {
    Gate gate;
    int passed = gate.pass();
    std::printf("%d %d\n", passed, gate.angle());
}

// PRINTS: 380 95
