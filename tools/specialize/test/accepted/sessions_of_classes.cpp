// SPDX-License-Identifier: BSD-2-Clause
// Sessions of objects with private members, reached through `this` and through references.
// RUN: %same_output %s
// RUN: %same_output --replace %s
// SPEC: closed program;
// SPEC: entry net::Stream::send(int value) as send_in_session;
// SPEC: session this->limit_ until net::Stream::close;
// SPEC: static this->kind_ = net::Kind::datagram;
// SPEC: expect value in {1, 2};
// SPEC: entry net::sum(net::Stream const& stream, net::Pair pair, net::Log& log) as sum_in_session;
// SPEC: session stream.limit_ until net::Stream::close;
// SPEC: session log.level until net::Stream::close;
// PRINTS: 11 12 13 20
// PRINTS: opened 0 0
// PRINTS: 11 12 13 20 31 1
// PRINTS: other 11 12 5
// PRINTS: level 32 1
// PRINTS: closed 0 0
#include <cstdio>

extern "C" unsigned long flatland_live_versions();
extern "C" unsigned long flatland_collect();

namespace net {
enum class Kind { stream, datagram };
struct Pair {
    int a;
    int b;
};
struct Log {
    int level = 0;
    int lines = 0;
};
class Stream {
public:
    explicit Stream(int limit) : limit_(limit), kind_(Kind::datagram) {}
    __attribute__((noinline)) int send(int value) noexcept {
        if (kind_ == Kind::datagram) value += 10;
        return value > limit_ ? limit_ : value;
    }
    __attribute__((noinline)) void close() { limit_ = 0; }

private:
    friend int sum(Stream const& stream, Pair pair, Log& log) noexcept;
    int limit_;
    Kind kind_;
};
__attribute__((noinline)) int sum(Stream const& stream, Pair pair, Log& log) noexcept {
    log.lines++;
    return pair.a + pair.b + stream.limit_ + log.level;
}
} // namespace net

extern "C" int send_in_session(net::Stream*, int);
extern "C" int send_in_session_open(net::Stream*);
extern "C" int sum_in_session(net::Stream const&, net::Pair, net::Log&);
extern "C" int sum_in_session_open(net::Stream const&, net::Log&);

int main() {
    net::Stream one(20);
    net::Stream two(12);
    net::Log log;
    std::printf("%d %d %d %d\n", send_in_session(&one, 1), send_in_session(&one, 2),
                send_in_session(&one, 3), send_in_session(&one, 30));
    int const first = send_in_session_open(&one);
    std::printf("opened %d %d\n", first, sum_in_session_open(one, log));
    std::printf("%d %d %d %d", send_in_session(&one, 1), send_in_session(&one, 2),
                send_in_session(&one, 3), send_in_session(&one, 30));
    std::printf(" %d %d\n", sum_in_session(one, {5, 6}, log), log.lines);
    std::printf("other %d %d", send_in_session(&two, 1), send_in_session(&two, 2));
    one.close();
    std::printf(" %d\n", sum_in_session(one, {2, 3}, log));
    flatland_collect();
    net::Stream three(21);
    sum_in_session_open(three, log);
    log.level = 2;
    std::printf("level %d %d\n", sum_in_session(three, {4, 5}, log), log.lines > 2);
    flatland_collect();
    std::printf("closed %d %lu\n", send_in_session(&one, 1), flatland_live_versions());
}
