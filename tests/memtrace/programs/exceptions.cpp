// SPDX-License-Identifier: BSD-2-Clause
// Objects of C++: allocated by new, in arrays, as bases; left by exceptions.
#include <memory>
#include <stdexcept>
#include <vector>

namespace sample {

struct Part {
    long head = 0;
    int body = 0;
    char tail[40] = {};
};

struct Whole : Part {
    long own = 0;
};

class Server {
public:
    __attribute__((noinline)) void handle(Part& part);
    __attribute__((noinline)) void fail(Part& part, int depth);
    __attribute__((noinline)) static void read(Part const& part);
    __attribute__((noinline)) void overloaded(int);
    __attribute__((noinline)) void overloaded(long);

    long sum = 0;
};

Part parts[2][2];
Whole whole;
long volatile sink;

void Server::handle(Part& part) {
    part.head = 1;
    sum += 1;
    part.body = 2;
}

void Server::fail(Part& part, int depth) {
    part.tail[0] = 1;
    if (depth == 0) throw std::runtime_error("left");
    fail(part, depth - 1);
    part.tail[1] = 1;
}

void Server::read(Part const& part) {
    sink = part.head;
}

void Server::overloaded(int number) {
    sum += number;
}

void Server::overloaded(long number) {
    sum -= number;
}

} // namespace sample

int main() {
    using namespace sample;
    Server server;
    auto const part = std::make_unique<Part>();
    server.handle(*part);
    server.handle(parts[1][1]);
    server.handle(whole);
    try {
        server.fail(*part, 2);
    } catch (std::runtime_error const&) {
        part->body = 9; // in no invocation
    }
    Server::read(*part);
    std::vector<Part> many(3);
    Server::read(many[1]);
    server.overloaded(1);
    server.overloaded(1L);
    return 0;
}
