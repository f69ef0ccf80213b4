// SPDX-License-Identifier: BSD-2-Clause
// Functions that call themselves and each other, and exchange their parameters.
// RUN: %cloned %s
// PLAN: {"version": 1, "sealed": ["Up", "Down"], "clones": true}
// CLONE: walk(Up const&, int, int)
// CLONE: back(Up const&, int, int)
// CLONE: weave(Up const&, Down const&, int, int)
// CLONE: weave(Down const&, Up const&, int, int)
// DIRECT: walk(Up const&, int, int)
// DIRECT: back(Up const&, int, int)
// DIRECT: weave(Up const&, Down const&, int, int)
// DIRECT: weave(Down const&, Up const&, int, int)
#include <cstdio>

struct Step {
    virtual int next(int at) const = 0;
};
struct Up : Step {
    int next(int at) const override { return at + 3; }
};
struct Down : Step {
    int next(int at) const override { return at - 1; }
};

int back(Step const& step, int at, int rest);

int walk(Step const& step, int at, int rest) {
    return rest == 0 ? at : back(step, step.next(at), rest - 1);
}

int back(Step const& step, int at, int rest) {
    return rest == 0 ? -at : walk(step, step.next(at), rest - 1);
}

int weave(Step const& first, Step const& second, int at, int rest);
int weave(Step const& first, Step const& second, int at, int rest) {
    if (rest == 0) return at;
    std::printf("%d\n", at);
    return weave(second, first, first.next(at), rest - 1);
}

int main() {
    std::printf("walk %d\n", walk(Up(), 1, 5));
    std::printf("weave %d\n", weave(Up(), Down(), 1, 3));
}
// PRINTS: walk -16
// PRINTS: 1
// PRINTS: 4
// PRINTS: 3
// PRINTS: weave 6
