// SPDX-License-Identifier: BSD-2-Clause
// What is promised is not tested: the report says who answers for it.
// RUN: %same_output %s
// RUN: %spec_of %s %t.spec
// RUN: %specialize %t.spec -o %t.o -- g++ -O2 -c %s | %FileCheck %s
// SPEC: entry Client::call(int value) as call_memory;
// SPEC: promise this->stream_ is Memory;
// SPEC: promise this->is_open_ = true;
// CHECK: fact `this->stream_ is Memory` ({{.*}}): promised, not tested
// CHECK: fact {{.*}}.spec:2: assumed, promised by {{.*}}.spec:2
// CHECK: fact `this->is_open_ = true` ({{.*}}): promised, not tested
// CHECK: assignment {{.*}}promises.cpp:[[# @LINE + 31]] `is_open_ = false`: assumed, {{.*}}promised by
// CHECK: tested none
// CHECK-NEXT: untested {{.*}}`this->stream_ is Memory` {{.*}}`this->is_open_ = true`
// PRINTS: 7
#include <cstdio>

void announce();

struct Stream {
    virtual ~Stream() = default;
    virtual int put(int value) = 0;
};

struct Memory : Stream {
    int put(int value) override { return value; }
};

class Client {
public:
    explicit Client(Stream& stream) : stream_(&stream) {}
    int call(int value) const {
        std::fflush(stdout);
        return is_open_ ? stream_->put(value) : 0;
    }
    void close();

private:
    Stream* stream_;
    bool is_open_ = true;
};

void Client::close() { is_open_ = false; }

extern "C" int call_memory(Client const*, int value);

int main() {
    Memory memory;
    Client const client(memory);
    std::printf("%d\n", call_memory(&client, 7));
}
