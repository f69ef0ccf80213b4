// SPDX-License-Identifier: BSD-2-Clause
// Lambdas that capture `this`, a copy of the object, and names beside members.
// RUN: %same_output --class Worker %s
#include <cstdio>
#include <functional>

int step = 1;

struct Job {
    virtual ~Job() = default;
    virtual int cost() const { return 1; }
    int total = 0;
    std::function<void(int)> adder() {
        return [this](int by) { total += by * cost() + step; };
    }
    auto snapshot() const {
        return [total = total, step = 5] { return total + step; };
    }
};

struct Worker : Job {
    int cost() const override {
        auto base = [this] { return Job::cost(); };
        return base() + 9;
    }
    int step = 100;
    int run() {
        auto add = adder();
        add(3);
        auto all = [&](auto by) { return by + total + step; };
        return all(1000);
    }
};

int main() {
    Worker worker;
    int ran = worker.run();
    auto snapshot = worker.snapshot();
    worker.adder()(1);
    std::printf("%d %d %d\n", ran, snapshot(), worker.total);
}

// PRINTS: 1131 36 42
