// SPDX-License-Identifier: BSD-2-Clause
// Split declarators take their default initialisers along, commas in those included.
// RUN: %same_output --class Task %s
#include <cstdio>

template<class A, class B>
struct Pair {
    A a;
    B b;
};

struct Task {
    int id = 1, *next = nullptr, values[2] = {3, 4}, (*call)(int, int) = nullptr;
    Pair<int, char> pair = {5, 'p'}, more[2] = {{6, 'q'}, {7, 'r'}};
    int Task::*member = &Task::id, level{9};
};

int main() {
    Task task;
    task.next = &task.id;
    std::printf("%d %d %d %d %c %d %d\n", *task.next, task.values[1], task.call == nullptr,
                task.pair.a, task.more[1].b, task.*task.member, task.level);
}

// PRINTS: 1 4 1 5 r 1 9
