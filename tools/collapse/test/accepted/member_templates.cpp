// SPDX-License-Identifier: BSD-2-Clause
// Member templates of bases: functions, a nested class template, an alias and a variable.
// RUN: %same_output --class Collector %s
#include <cstdio>
#include <type_traits>

int rank(double) {
    return 2;
}

struct Gather {
    template<class Value>
    int add(Value value) {
        sum += static_cast<int>(value) * factor<Value>;
        return rank(value);
    }
    template<class Value>
    static constexpr int factor = sizeof(Value) == 1 ? 100 : 1;
    template<class Value>
    struct Cell {
        Value value;
        int scaled() const { return value * factor<Value>; }
    };
    template<class Value>
    using Constant = std::add_const_t<Value>;
    int sum = 0;
};

struct Collector : Gather {
    int rank(int) const { return 1; }
    template<class... Values>
    int add_all(Values... values) {
        return (add(values) + ...) * 10 + rank(0);
    }
    template<class Value>
    int later(Value value);
};

template<class Value>
int Collector::later(Value value) {
    Gather::Cell<Value> cell{value};
    return cell.scaled() + add(value);
}

int main() {
    Collector collector;
    int ranks = collector.add_all(1, 'a', 2.5);
    Collector::Constant<int> later = collector.later('b');
    std::printf("%d %d %d\n", ranks, later, collector.sum);
}

// PRINTS: 61 9802 19503
