// SPDX-License-Identifier: BSD-2-Clause
// A call of a procedure for tests of services, and what is answered.
#pragma once

#include <flat/rpc/call.hpp>
#include <rpc/testing.hpp>
#include <rpc/xdr/xdr_memory.hpp>

#include <gtest/gtest.h>
#include <optional>

namespace flat::rpc::testing {

/// A call of a procedure with arguments, and what is answered.
class FakeCall : public Call {
public:
    FakeCall(u32 procedure, Bytes arguments, usize room = 2000)
        : procedure_(procedure), arguments_(std::move(arguments)), room_(room) {}

    ~FakeCall() { EXPECT_EQ(allocator_.taken(), 0u); }

    u32 procedure() override { return procedure_; }
    Caller caller() override { return {}; }
    bool get_arguments(XdrValue& value) override {
        XdrMemory stream(span_of(arguments_), XdrStream::Operation::decode, &allocator_);
        return value.transfer(stream).is_ok();
    }
    void free_arguments(XdrValue& value) override {
        XdrMemory stream({}, XdrStream::Operation::free, &allocator_);
        EXPECT_TRUE(value.transfer(stream).is_ok());
    }
    bool reply(XdrValue& results) override {
        Bytes buffer(room_);
        XdrMemory stream(span_of(buffer), XdrStream::Operation::encode);
        if (results.transfer(stream).is_error()) return false;
        answer = Bytes(buffer.begin(), buffer.begin() + static_cast<long>(stream.position()));
        return true;
    }
    void refuse(Refusal reason) override { refusal = reason; }

    std::optional<Bytes> answer;
    std::optional<Refusal> refusal;

private:
    FakeAllocator allocator_;
    u32 procedure_;
    Bytes arguments_;
    usize room_;
};

} // namespace flat::rpc::testing
