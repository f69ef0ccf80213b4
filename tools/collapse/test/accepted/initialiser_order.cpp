// SPDX-License-Identifier: BSD-2-Clause
// Initialisers of data members run in the order of the bases, whatever order they are written in.
// RUN: %same_output --class Pipeline %s
#include <cstdio>

int trace(char const* what, int value) {
    std::printf("%s %d\n", what, value);
    return value;
}

struct Source {
    Source() : rate(trace("rate", 1)), width(trace("width", rate + 1)) {}
    int rate;
    int width;
};

struct Filter : Source {
    Filter() : gain(trace("gain", width + 1)) {}
    int gain;
};

struct Sink {
    explicit Sink(int limit) : limit(trace("limit", limit)) {}
    int limit;
};

struct Pipeline : Filter, Sink {
    Pipeline() : Sink(20), depth(trace("depth", gain + limit)) {}
    int depth;
};

int main() {
    Pipeline pipeline;
    std::printf("%d %d %d %d %d\n", pipeline.rate, pipeline.width, pipeline.gain, pipeline.limit,
                pipeline.depth);
}

// PRINTS: rate 1
// PRINTS: width 2
// PRINTS: gain 3
// PRINTS: limit 20
// PRINTS: depth 23
// PRINTS: 1 2 3 20 23
