// SPDX-License-Identifier: BSD-2-Clause
// From the address of a member of the class that of the object is computed.
// RUN: %same_output --class Node %s
#include <cstddef>
#include <cstdio>

struct Links {
    virtual ~Links() = default;
    virtual int rank() const { return 1; }
    int next = 7;
};

struct Node : Links {
    int rank() const override { return next + key; }
    int key = 1;
};

#pragma GCC diagnostic ignored "-Winvalid-offsetof"

Node* node_of(int* key) {
    auto* byte = reinterpret_cast<char*>(key);
    return reinterpret_cast<Node*>(byte - offsetof(Node, key));
}

int main() {
    Node node;
    node.key = 40;
    std::printf("%d\n", node_of(&node.key)->rank());
}

// PRINTS: 47
