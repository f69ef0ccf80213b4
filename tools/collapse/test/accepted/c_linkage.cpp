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
    auto* const* first = static_cast<Handler const* const*>(left);
    auto* const* second = static_cast<Handler const* const*>(right);
    return (*first)->order() - (*second)->order();
}
}

int main() {
    Handler const handlers[] = {Handler(2), Handler(9), Handler(4)};
    Handler const* sorted[] = {&handlers[0], &handlers[1], &handlers[2]};
    std::qsort(sorted, 3, sizeof(Handler const*), compare);
    int (*function)(Callback const*) = call_back;
    std::printf("%d %d %d\n", sorted[0]->number, sorted[2]->number, function(sorted[1]));
}

// PRINTS: 9 2 -4
