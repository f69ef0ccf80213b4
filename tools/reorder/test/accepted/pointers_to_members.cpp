// SPDX-License-Identifier: BSD-2-Clause
// Pointers to members, offsets in tables and the way from a member back to its object.
// RUN: %same_output --class Node %s
#include <cstddef>
#include <cstdio>

struct Link {
    Link* next;
};
struct Node {
    int id;
    Link link;
    char mark;
};

static std::size_t const offsets[] = {offsetof(Node, id), offsetof(Node, mark)};

Node* node_of(Link* link) {
    return reinterpret_cast<Node*>(reinterpret_cast<char*>(link) - offsetof(Node, link));
}

int main() {
    Node node{5, {nullptr}, 'm'};
    int Node::*id = &Node::id;
    std::printf("%d %c %d %c\n", node_of(&node.link)->id,
                *(reinterpret_cast<char*>(&node) + offsets[1]), node.*id, node_of(&node.link)->mark);
}

// PRINTS: 5 m 5 m
