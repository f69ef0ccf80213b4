// SPDX-License-Identifier: BSD-2-Clause
// From the address of a member that of its object is computed.
// RUN: %refused --class Node %s
struct Links {
    int next = 0;
};

struct Node : Links {
    int key = 1;
};

#pragma GCC diagnostic ignored "-Winvalid-offsetof"

Node* node_of(int* key) {
    auto* byte = reinterpret_cast<char*>(key);
    // CHECK: error[C03{{[0-9]+}}]: {{.*}}`Node`
    // CHECK-NEXT: --> {{.*}}container_of.cpp:[[#@LINE+1]]:
    return reinterpret_cast<Node*>(byte - __builtin_offsetof(Node, key));
}

int main() {
    Node node;
    return node_of(&node.key)->next;
}
