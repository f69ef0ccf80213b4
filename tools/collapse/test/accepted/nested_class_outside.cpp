// SPDX-License-Identifier: BSD-2-Clause
// A nested class and its functions are defined outside of the base that declares it.
// RUN: %same_output --class Tree %s
#include <cstdio>

struct Graph {
    struct Edge;
    Edge* first = nullptr;
    int weights() const;
};

struct Graph::Edge {
    int weight;
    Edge* next;
    int sum() const;
};

int Graph::Edge::sum() const {
    return weight + (next ? next->sum() : 0);
}

int Graph::weights() const {
    return first ? first->sum() : 0;
}

struct Tree : Graph {
    int depth = 2;
};

int main() {
    Tree::Edge last{5, nullptr};
    Graph::Edge head{7, &last};
    Tree tree;
    tree.first = &head;
    std::printf("%d %d\n", tree.weights(), tree.depth);
}

// PRINTS: 12 2
