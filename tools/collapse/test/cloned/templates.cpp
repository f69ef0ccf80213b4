// SPDX-License-Identifier: BSD-2-Clause
// Function templates with an interface for a parameter, whose instances share a clone.
// RUN: %cloned %s
// PLAN: {"version": 1, "sealed": ["Serial"], "clones": true}
// CLONE: (anonymous namespace)::put(Serial&, int)
// CLONE: (anonymous namespace)::put(Serial&, const char *)
// CLONE: (anonymous namespace)::say(Serial&, const Arguments &...)
// CLONE: (anonymous namespace)::twice(Serial&, auto)
// DIRECT: (anonymous namespace)::put(Serial&, int)
// DIRECT: (anonymous namespace)::put(Serial&, char const*)
// DIRECT: void (anonymous namespace)::say<int, char [4]>(Serial&, int const&, char const (&) [4])
#include <cstdio>

class Console {
public:
    virtual void write(char const* text, int number) = 0;

protected:
    ~Console() = default;
};

namespace {

void put(Console& console, int number) {
    console.write("int", number);
}

void put(Console& console, char const* text) {
    console.write(text, -1);
}

template<class... Arguments>
void say(Console& console, Arguments const&... arguments) {
    console.write("count", static_cast<int>(sizeof...(arguments)));
    (put(console, arguments), ...);
}

void twice(Console& console, auto value) {
    say(console, value, value);
}

} // namespace

class Serial : public Console {
public:
    void write(char const* text, int number) override { std::printf("%s %d\n", text, number); }
};

int main() {
    Serial serial;
    say(serial, 1, "two");
    say(serial);
    twice(serial, 3);
}
// PRINTS: count 2
// PRINTS: int 1
// PRINTS: two -1
// PRINTS: count 0
// PRINTS: count 2
// PRINTS: int 3
// PRINTS: int 3
