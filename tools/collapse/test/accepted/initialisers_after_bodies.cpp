// SPDX-License-Identifier: BSD-2-Clause
// Bodies of bases' constructors run before initialisers that print, or read what bodies wrote.
// RUN: %same_output --class Derived --class Reader --class Copied %s
#include <cstdio>
#include <string>
#include <utility>

int made = 0;

int trace(int value) {
    std::printf("%d\n", value);
    made += value;
    return value;
}

struct Pinned {
    Pinned() : value(trace(100)) {}
    Pinned(int a, int b) : value(trace(a + b)) {}
    Pinned(Pinned const&) = delete;
    int value;
};

struct First {
    explicit First(int start) : start(start) { trace(start + made); }
    virtual ~First() = default;
    int const start;
};

struct Middle : First {
    Middle(int start, char const* state) : First(start), count(trace(2)), name(state) { trace(3); }
    int count;
    std::string name;
};

struct Second {
    Second() : seen(made) { trace(4 + seen); }
    int seen;
    unsigned bits : 5 = static_cast<unsigned>(trace(9));
};

struct Derived : Middle, Second {
    explicit Derived(std::string state)
        : Middle(1, "middle"), text(std::move(state)), braced{trace(5)}, pair(made, trace(6) > 0),
          view(made) {
        trace(7);
    }
    Derived(int state, int more) : Middle(state, "two"), pinned{state, more}, state(trace(more)) {}
    int later = 2 * made;
    std::string text;
    int braced{trace(10)};
    Pinned pinned;
    std::pair<int, bool> pair = std::make_pair(trace(11), true);
    int const& view = made;
    long state = made;
};

struct Listed {
    Listed() : count(0) {
        for (int index = 0; index < 5; ++index)
            count += index;
    }
    int count;
};

struct Reader : Listed {
    int twice = 2 * count;
    Pinned pinned;
};

struct Clock {
    Clock() = default;
    Clock(Clock const& other) : time(other.time) { trace(50); }
    int time = 1;
};

struct Plain {
    int raw = trace(60);
    std::string name = "plain";
};

struct Copied : Clock, Plain {
    Copied() = default;
    Copied(Copied const& other) : Clock(other), Plain(other), own(other.own) { trace(70); }
    int own = 5;
};

int main() {
    Derived one("one");
    std::printf("%d %s %s %d %d %d %d %d %u %ld\n", one.later, one.text.c_str(), one.name.c_str(),
                one.braced, one.pair.first, one.pair.second, one.view, one.pinned.value, one.bits,
                one.state);
    Derived two(20, 30);
    std::printf("%d %d %d %ld %d\n", two.later, two.braced, two.pinned.value, two.state,
                two.seen);
    Reader reader;
    std::printf("%d %d\n", reader.twice, reader.pinned.value);
    Copied first;
    Copied second(first);
    std::printf("%d %s %d\n", second.raw, second.name.c_str(), second.own);
}

// PRINTS: 1
// PRINTS: 2
// PRINTS: 3
// PRINTS: 9
// PRINTS: 10
// PRINTS: 5
// PRINTS: 100
// PRINTS: 6
// PRINTS: 7
// PRINTS: 50 one middle 5 136 1 143 100 9 136
// PRINTS: 163
// PRINTS: 2
// PRINTS: 3
// PRINTS: 9
// PRINTS: 315
// PRINTS: 10
// PRINTS: 50
// PRINTS: 11
// PRINTS: 30
// PRINTS: 1270 10 50 30 311
// PRINTS: 100
// PRINTS: 20 100
// PRINTS: 60
// PRINTS: 50
// PRINTS: 70
// PRINTS: 60 plain 5
