// SPDX-License-Identifier: BSD-2-Clause
// Operators of bases, as members and as free functions of base references.
// RUN: %same_output --class Counter %s
#include <cstdio>

struct Amount {
    int value = 0;
    Amount& operator+=(int by) {
        value += by;
        return *this;
    }
    int operator[](int index) const { return value >> index; }
    int operator()(int left, int right) const { return value + left * right; }
    Amount& operator++() { return *this += 1; }
    int operator++(int) { return value++; }
    bool operator!() const { return value == 0; }
    Amount* operator->() { return this; }
};

bool operator<(Amount const& left, Amount const& right) {
    return left.value < right.value;
}
int operator-(Amount const& amount) {
    return -amount.value;
}

struct Counter : Amount {
    int operator*() const { return value; }
    Counter& operator<<(int bits) {
        value <<= bits;
        return *this;
    }
};

int main() {
    Counter counter;
    Counter other;
    std::printf("%d ", !counter);
    ++counter;
    int before = counter++;
    counter += 3;
    counter << 2 << 1;
    std::printf("%d %d %d %d %d\n", before, *counter, counter[3], counter(2, 3), -counter);
    std::printf("%d %d %d\n", counter < other, other < counter, counter->value);
}

// PRINTS: 1 1 40 5 46 -40
// PRINTS: 0 1 40
