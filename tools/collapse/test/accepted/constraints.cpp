// SPDX-License-Identifier: BSD-2-Clause
// Constrained functions, conditional `explicit` and enumerators in scope by declaration.
// RUN: %same_output --class Gauge %s
#include <concepts>
#include <cstdio>

struct Units {
    enum class Unit { volt = 1, ampere };
    using enum Unit;
    template<std::integral Value>
    int take(Value) const {
        return 1;
    }
    template<class Value>
        requires std::floating_point<Value>
    int take(Value) const {
        return 2;
    }
    int take(auto const*) const { return 3; }
};

struct Gauge : Units {
    template<class Value>
    explicit(!std::integral<Value>) Gauge(Value value) : value(static_cast<int>(value)) {}
    bool is(Unit unit) const { return value == static_cast<int>(unit) && unit != ampere; }
    int value;
};

template<std::derived_from<Units> Kind>
int describe(Kind const& kind) {
    return kind.take(1) * 100 + kind.take(1.5) * 10 + kind.take("text");
}
int describe(...) {
    return 0;
}

int main() {
    Gauge gauge = 1;
    Gauge other(2.5);
    std::printf("%d %d %d\n", describe(gauge), gauge.is(Gauge::volt), other.is(Units::ampere));
}

// PRINTS: 123 1 0
