// SPDX-License-Identifier: BSD-2-Clause
// Members keep their access whatever the access was before the place that they move to.
// RUN: %same_output --class Node %s
#include <cstdio>

struct Links {
    int next = 1;

protected:
    int hidden() const { return 10; }

private:
    int secret = 100;

public:
    int all() const { return next + hidden() + secret; }
};

class Data {
    int key_ = 1000;

public:
    int key() const { return key_ + 1; }
};

class Node : public Links, public Data {
    int own_ = 10000;

public:
    int sum() const { return all() + key() + own_ + hidden(); }
};

template<class Kind>
concept Open = requires(Kind kind) { kind.secret; } || requires(Kind kind) { kind.hidden(); } ||
               requires(Kind kind) { kind.key_; } || requires(Kind kind) { kind.own_; };

int main() {
    Node node;
    node.next = 2;
    std::printf("%d %d\n", node.sum(), Open<Node>);
}

// PRINTS: 11123 0
