// SPDX-License-Identifier: BSD-2-Clause
// Functions of C linkage and function pointers take the class and its base.
// RUN: %same_output --class Handler %s
#include <cstdio>
#include <cstdlib>

struct Callback {
    virtual ~Callback() = default;
    virtual int order() const = 0;
};

struct Handler : Callback {
    explicit Handler(int number) : number(number) {}
    int order() const override { return -number; }
    int number;
};

extern "C" {
int call_back(Callback const* callback) {
    return callback->order();
}
static int compare(void const* left, void const* right) {
    return static_cast<Handler const*>(left)->order() - static_cast<Handler const*>(right)->order();
}
}

int main() {
    Handler handlers[] = {Handler(2), Handler(9), Handler(4)};
    std::qsort(handlers, 3, sizeof(Handler), compare);
    int (*function)(Callback const*) = call_back;
    std::printf("%d %d %d\n", handlers[0].number, handlers[2].number, function(&handlers[1]));
}

// PRINTS: 9 2 -4
