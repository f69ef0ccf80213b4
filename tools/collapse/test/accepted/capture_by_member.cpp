// SPDX-License-Identifier: BSD-2-Clause
// Names in moved bodies mean functions of the namespace though the class has members of the names.
// RUN: %same_output --class Logger %s
#include <cstdio>

int log(char const* text) {
    return std::printf("global %s\n", text);
}
int level = 7;
struct Format {
    int width = 40;
};

struct Sink {
    void flush() {
        log("flush");
        Format format;
        std::printf("%d %d\n", level, format.width);
    }
};

struct Logger : Sink {
    void log(int number) { std::printf("member %d\n", number); }
    struct Format {
        int width = 1;
    };
    int level = 1;
    void run() {
        flush();
        log(level);
        std::printf("%d\n", Format().width);
    }
};

int main() {
    Logger logger;
    logger.run();
}

// PRINTS: global flush
// PRINTS: 7 40
// PRINTS: member 1
// PRINTS: 1
