// SPDX-License-Identifier: BSD-2-Clause
// Threads that allocate, use and free objects at the same time, at the same addresses in turn.
#include <memory>
#include <thread>
#include <vector>

struct Node {
    long key = 0;
    int hits = 0;
    char rest[45] = {};
    Node* next = nullptr;
};

__attribute__((noinline)) void visit(Node* node) {
    node->hits = 1;
    if (node->next != nullptr) node->next->key = 1;
}

static void work() {
    for (int i = 0; i < 5000; ++i) {
        auto const one = std::make_unique<Node>();
        auto const other = std::make_unique<Node>();
        visit(one.get());
        one->next = other.get();
        visit(one.get());
    }
}

int main() {
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i)
        threads.emplace_back(work);
    for (auto& each : threads)
        each.join();
    return 0;
}
