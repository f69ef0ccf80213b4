// SPDX-License-Identifier: BSD-2-Clause
// Conversion functions of bases, explicit and implicit, and one that the class overrides.
// RUN: %same_output --class Temperature %s
#include <cstdio>

struct Reading {
    explicit operator bool() const { return raw != 0; }
    virtual operator int() const { return raw; }
    operator char const*() const { return "reading"; }
    virtual ~Reading() = default;
    int raw = 21;
};

struct Temperature : Reading {
    operator int() const override { return raw * 10; }
    explicit operator double() const { return raw + 0.5; }
};

int main() {
    Temperature temperature;
    Reading const& reading = temperature;
    int tenths = temperature;
    int again = reading;
    char const* text = temperature;
    std::printf("%d %d %s %.1f %s\n", tenths, again, text, static_cast<double>(temperature),
                temperature ? "set" : "zero");
}

// PRINTS: 210 210 reading 21.5 set
