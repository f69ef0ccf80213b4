// SPDX-License-Identifier: BSD-2-Clause
// Functions of bases are defined between the base and the class.
// RUN: %same_output --class Socket %s
#include <cstdio>

namespace net {
int const window = 8;

class Connection {
public:
    explicit Connection(int port);
    virtual ~Connection() = default;
    virtual int send(int bytes);
    int sent() const;
    typedef int Port;
    Port port() const;

private:
    int sent_;
    Port port_;
};

Connection::Connection(int port) : sent_(0), port_(port) {}

int Connection::send(int bytes) {
    return sent_ += bytes * window;
}

inline int Connection::sent() const {
    return sent_;
}

Connection::Port Connection::port() const {
    Port result = port_;
    return result + 1;
}
} // namespace net

int const window = 1000;

class Socket : public net::Connection {
public:
    Socket() : Connection(80) {}
    int send(int bytes) override { return Connection::send(bytes) + window; }
};

int main() {
    Socket socket;
    int answer = socket.send(2);
    std::printf("%d %d %d\n", answer, socket.sent(), socket.port());
}

// PRINTS: 1016 16 81
