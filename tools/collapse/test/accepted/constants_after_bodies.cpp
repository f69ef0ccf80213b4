// SPDX-License-Identifier: BSD-2-Clause
// A reference or pointer to const may show what the body of a base's constructor has written, and
// a class of the library may make elements that tell when they are made.
// RUN: %same_output --class Viewed --class Own --class Held --class Once %s
#include <algorithm>
#include <cstdio>
#include <utility>

int state = 0;

struct ForViewed {
    ForViewed() { state += 5; }
};

struct ForHeld {
    ForHeld() { state += 5; }
};

struct ForOnce {
    ForOnce() { state += 5; }
};

struct Viewed : ForViewed {
    Viewed(int const& reference, int const* pointer)
        : read(reference), pointed(*pointer), most(std::max(state, 3)) {}
    int read;
    int pointed;
    int most;
};

struct Counter {
    Counter() { own = 7; }
    int own = 1;
};

struct Own : Counter {
    Own() : seen(static_cast<Own const*>(this)->own) {}
    int seen;
};

struct Element {
    Element() { std::printf("element at %d\n", state); }
};

template<class T>
constexpr T next(T step) {
    return std::printf("next at %d\n", state) > 0 ? step : 0;
}

struct Held : ForHeld {
    Held() : stepped(next(1)) {}
    std::pair<Element, int> pair;
    int stepped;
};

struct Kept {
    explicit Kept(int value) : value(value) {}
    int value;
};

struct Once : ForOnce, Kept {
    explicit Once(int const& reference) : Kept(reference) {}
};

int main() {
    Viewed const viewed(state, &state);
    std::printf("%d %d %d\n", viewed.read, viewed.pointed, viewed.most);
    Own const own;
    Held const held;
    Once const once(state);
    std::printf("%d %d %d %d\n", own.seen, held.pair.second, held.stepped, once.value);
}

// PRINTS: 5 5 5
// PRINTS: element at 10
// PRINTS: next at 10
// PRINTS: 7 0 1 15
