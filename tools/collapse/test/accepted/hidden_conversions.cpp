// SPDX-License-Identifier: BSD-2-Clause
// A conversion function of the class hides that of its base.
// RUN: %same_output --class Celsius %s
#include <cstdio>

struct Reading {
    explicit operator bool() const { return raw != 0; }
    operator long() const { return raw; }
    virtual operator char const*() const { return "reading"; }
    virtual ~Reading() = default;
    int raw = 21;
};

struct Scaled : virtual Reading {
    operator long() const { return raw * 10L; }
};

struct Named : virtual Reading {
    operator char const*() const override { return "named"; }
};

struct Celsius : Scaled, Named {
    explicit operator bool() const { return raw > 100; }
    int operator()() const { return static_cast<int>(static_cast<long>(*this)); }
};

int main() {
    Celsius celsius;
    long const tenths = celsius;
    Reading const& reading = celsius;
    char const* text = reading;
    std::printf("%s %ld %d %s\n", text, tenths, celsius(), celsius ? "hot" : "mild");
}

// PRINTS: named 210 210 mild
