// SPDX-License-Identifier: BSD-2-Clause
// Default arguments of functions that are called by their own class.
// RUN: %same_output --class Alarm %s
#include <cstdio>

int const usual = 3;

struct Bell {
    void ring(int times = usual, char tone = 'd') const { std::printf("%d%c\n", times, tone); }
    virtual ~Bell() = default;
    virtual int loudness(int base = 10) const { return base; }
};

struct Alarm : Bell {
    int loudness(int base = 10) const override { return base * 2; }
    static int const usual = 50;
    void test(int times = usual) const { ring(times); }
};

int main() {
    Alarm alarm;
    Bell& bell = alarm;
    alarm.ring();
    alarm.ring(4);
    alarm.test();
    std::printf("%d %d %d\n", alarm.loudness(), bell.loudness(), alarm.Bell::loudness());
}

// PRINTS: 3d
// PRINTS: 4d
// PRINTS: 50d
// PRINTS: 20 20 10
