// SPDX-License-Identifier: BSD-2-Clause
// Pointers to members and enumerators whose classes are named with their namespace, in text that
// moves; pointers to operators.
// RUN: %same_output --class Motor %s
#include <cstdio>

namespace lib {
struct Engine {
    enum Mode { off = 4, on };
    struct Limits {
        static constexpr int most = 90;
    };
    int speed = 7;
    virtual int load(int by) const { return speed * by; }
    int operator()(int more) { return speed += more; }
    virtual ~Engine() = default;
};
} // namespace lib

struct Driven : lib::Engine {
    int total() {
        int lib::Engine::*field = &lib::Engine::speed;
        int (lib :: Engine::*call)(int) const = &lib::Engine::load;
        int (::lib::Engine::*more)(int) = &lib::Engine::operator();
        return this->*field + (this->*call)(2) + (this->*more)(lib::Engine::Mode::on) +
               lib::Engine::off + lib::Engine::Limits::most + lib::Engine::operator()(1);
    }
};

struct Motor : Driven {
    int load(int by) const override { return by * 1000; }
};

int main() {
    Motor motor;
    int const total = motor.total();
    std::printf("%d %d\n", total, motor.speed);
}

// PRINTS: 2126 13
