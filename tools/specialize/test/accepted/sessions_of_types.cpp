// SPDX-License-Identifier: BSD-2-Clause
// The class of an object stays for its life: a session tests it when it is opened, not at each call.
// RUN: %same_output %s
// RUN: %spec_of %s %t.spec
// RUN: %specialize %t.spec -o %t.o -- g++ -std=c++20 -O2 -c %s | %FileCheck %s
// SPEC: closed program;
// SPEC: entry send(Client& client, int value) as send_in_session;
// SPEC: session client.socket_ until Client::forget;
// SPEC: static &client is Datagrams;
// SPEC: static client.socket_ is Nowhere;
// CHECK: tested `client` ({{.*}}:3)
// CHECK-NEXT: untested
// PRINTS: opened 0: 14 14 104
// PRINTS: other socket: 15, cannot be opened 505
// PRINTS: again 0: 14, left 1
#include <cstdio>

extern "C" unsigned long flatland_live_versions();
extern "C" unsigned long flatland_collect();

struct Socket {
    virtual int put(int value) noexcept = 0;
};
struct Nowhere : Socket {
    int put(int value) noexcept override { return value; }
};
struct Counting : Socket {
    int put(int value) noexcept override { return value + ++puts; }
    int puts = 0;
};
struct Client {
    explicit Client(Socket& socket) : socket_(&socket) {}
    virtual int prefix() const noexcept { return 100; }
    void use(Socket& socket) { socket_ = &socket; }
    void forget() { socket_ = nullptr; }
    Socket* socket_;
};
struct Datagrams : Client {
    using Client::Client;
    int prefix() const noexcept override { return 10; }
};

int send(Client& client, int value) noexcept {
    return client.socket_->put(client.prefix() + value);
}

extern "C" int send_in_session(Client&, int);
extern "C" int send_in_session_open(Client&);

int main() {
    Nowhere nowhere;
    Counting counting;
    Datagrams one(nowhere);
    Client other(nowhere);
    int opened = send_in_session_open(one);
    std::printf("opened %d: %d %d %d\n", opened, send_in_session(one, 4), send(one, 4),
                send_in_session(other, 4));
    one.use(counting);
    int const after = send_in_session(one, 4);
    std::printf("other socket: %d, cannot be opened %d\n", after, send_in_session_open(one));
    one.use(nowhere);
    opened = send_in_session_open(one);
    int const again = send_in_session(one, 4);
    flatland_collect();
    std::printf("again %d: %d, left %lu\n", opened, again, flatland_live_versions());
    one.forget();
}
