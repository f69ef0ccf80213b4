// SPDX-License-Identifier: BSD-2-Clause
// All mistakes of a spec at once, and the names that clang proposes.
// RUN: %refused %s
// SPEC: entry Client::call(int value) as call_open;
// SPEC: static this->is_opn_ = true;
// SPEC: static this->stream_ is Memry;
// SPEC: entry Client::cal() as call_closed;
// CHECK: error[S0132]: no member named 'is_opn_' in 'Client'; did you mean 'is_open_'?
// CHECK-NEXT: --> {{.*}}test.spec:2:14
// CHECK: help: write `is_open_`
// CHECK: error[S0132]: unknown type name 'Memry'; did you mean 'Memory'?
// CHECK-NEXT: --> {{.*}}test.spec:3:25
// CHECK: help: write `Memory`
// CHECK: error[S0129]: no source defines a function `Client::cal`
// CHECK: help: write `Client::call`

struct Stream {
    virtual int put(int value) = 0;
};

struct Memory : Stream {
    int put(int value) override { return value; }
};

class Client {
public:
    int call(int value);

private:
    Stream* stream_ = nullptr;
    bool is_open_ = false;
};

int Client::call(int value) { return is_open_ ? stream_->put(value) : 0; }
