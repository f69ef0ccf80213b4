// SPDX-License-Identifier: BSD-2-Clause
// The class of the object behind a pointer is stated, so that virtual calls are direct.
// RUN: %same_output %s
// SPEC: entry net::Client::call(int value) as call_memory;
// SPEC: static this->stream_ is Memory, this->is_open_ = true;
// PRINTS: 7 -8 0
#include <cstdio>

namespace net {

class Stream {
public:
    virtual ~Stream() = default;
    virtual int put(int value) = 0;
};

class Memory : public Stream {
public:
    int put(int value) override { return value; }
};

class Negative final : public Stream {
public:
    int put(int value) override { return -value; }
};

class Client {
public:
    Client(Stream& stream, bool is_open) : stream_(&stream), is_open_(is_open) {}
    int call(int value) const;

private:
    Stream* stream_;
    bool const is_open_;
};

int Client::call(int value) const { return is_open_ ? stream_->put(value) : 0; }

} // namespace net

extern "C" int call_memory(net::Client const*, int value);

int main() {
    net::Memory memory;
    net::Negative negative;
    net::Client const open(memory, true);
    net::Client const other(negative, true);
    net::Client const closed(memory, false);
    std::printf("%d %d %d\n", call_memory(&open, 7), call_memory(&other, 8),
                call_memory(&closed, 9));
}
