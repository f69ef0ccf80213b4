// SPDX-License-Identifier: BSD-2-Clause
// A base's constructor hands out `this`; it is used before and after the object is complete.
// RUN: %same_output --class Monitor %s
#include <cstdio>
#include <vector>

struct Observer;
std::vector<Observer*> observers;

struct Observer {
    explicit Observer(int number) : number(number) { observers.push_back(this); }
    virtual ~Observer() = default;
    virtual void notice(int event) = 0;
    int number;
};

struct Monitor : Observer {
    explicit Monitor(int number) : Observer(number), seen(0) {
        std::printf("observer %d of %zu\n", observers.back()->number, observers.size());
    }
    void notice(int event) override { seen += event * number; }
    int seen;
};

int main() {
    Monitor first(1);
    Monitor second(10);
    for (Observer* observer : observers)
        observer->notice(4);
    std::printf("%d %d\n", first.seen, second.seen);
}

// PRINTS: observer 1 of 1
// PRINTS: observer 10 of 2
// PRINTS: 4 40
