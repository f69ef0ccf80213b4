// SPDX-License-Identifier: BSD-2-Clause
// Using-declarations change the access of names of a private base.
// RUN: %same_output --class Facade %s
#include <cstdio>

class Engine {
public:
    int start() { return ++started_; }
    int stop() { return --started_; }
    int load = 4;

protected:
    int started_ = 10;
};

class Facade : Engine {
public:
    using Engine::load;
    using Engine::start;
    int halt() {
        stop();
        return started_;
    }
};

template<class Kind>
concept Stoppable = requires(Kind kind) { kind.stop(); };

int main() {
    Facade facade;
    facade.load += facade.start();
    std::printf("%d %d %d\n", facade.load, facade.halt(), Stoppable<Facade>);
}

// PRINTS: 15 10 0
