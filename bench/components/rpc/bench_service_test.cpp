// SPDX-License-Identifier: BSD-2-Clause
// Tests of the service of bench.x.
#include <rpc/bench_service.hpp>

#include <flat/rpc/call.hpp>
#include <rpc/testing.hpp>
#include <rpc/xdr/xdr_memory.hpp>

#include <gtest/gtest.h>

#include <optional>

namespace flat::rpc {
namespace {

using testing::Bytes;
using testing::words;
using Operation = XdrStream::Operation;

/// A call of some procedure with some arguments.
class FakeCall : public Call {
public:
    FakeCall(u32 procedure, Bytes arguments)
        : procedure_(procedure), arguments_(std::move(arguments)),
          message_(testing::span_of(arguments_), Operation::decode, &allocator) {}

    u32 procedure() override { return procedure_; }
    Caller caller() override { return {}; }
    bool get_arguments(XdrValue& value) override { return value.transfer(message_).is_ok(); }
    void free_arguments(XdrValue& value) override {
        message_.set_operation(Operation::free);
        EXPECT_TRUE(value.transfer(message_).is_ok());
    }
    bool reply(XdrValue& results) override {
        u8 buffer[100];
        XdrMemory stream(Span<u8>(buffer, room), Operation::encode);
        if (results.transfer(stream).is_error()) return false;
        replied = Bytes(buffer, buffer + stream.position());
        return true;
    }
    void refuse(Refusal reason) override { refused = reason; }

    testing::FakeAllocator allocator;
    std::optional<Bytes> replied;
    std::optional<Refusal> refused;
    usize room = 100;

private:
    u32 procedure_;
    Bytes arguments_;
    XdrMemory message_;
};

class RpcBenchService : public ::testing::Test {
protected:
    BenchService service{{}, {}};
};

TEST_F(RpcBenchService, is_called_by_program_and_version) {
    EXPECT_EQ(service.identity(), (Service::Identity{0x20464c54, 1}));
}

TEST_F(RpcBenchService, answers_who_asks_whether_it_is_there) {
    FakeCall call(0, {});
    service.dispatch(call);
    EXPECT_EQ(call.replied, Bytes());
}

TEST_F(RpcBenchService, finds_the_smaller_of_two_numbers) {
    for (auto const& [first, second] : {std::pair{7, 4}, {4, 7}, {-1, 1}, {5, 5}}) {
        FakeCall call(1, words({static_cast<u32>(first), static_cast<u32>(second)}));
        service.dispatch(call);
        EXPECT_EQ(call.replied, words({static_cast<u32>(std::min(first, second))}));
        EXPECT_FALSE(call.refused);
    }
}

TEST_F(RpcBenchService, echoes_numbers_and_keeps_no_memory) {
    FakeCall call(2, words({3, 1, 2, 3}));
    service.dispatch(call);
    EXPECT_EQ(call.replied, words({3, 1, 2, 3}));
    EXPECT_EQ(call.allocator.taken(), 0u);
}

TEST_F(RpcBenchService, refuses_garbage_and_keeps_no_memory) {
    for (Bytes const& arguments : {words({2001}), words({3, 1, 2}), words({})}) {
        FakeCall call(2, arguments);
        service.dispatch(call);
        EXPECT_FALSE(call.replied);
        EXPECT_EQ(call.refused, Call::Refusal::garbage_arguments);
        EXPECT_EQ(call.allocator.taken(), 0u);
    }
}

TEST_F(RpcBenchService, fails_when_results_cannot_be_sent) {
    FakeCall call(2, words({3, 1, 2, 3}));
    call.room = 12;
    service.dispatch(call);
    EXPECT_EQ(call.refused, Call::Refusal::system_error);
    EXPECT_EQ(call.allocator.taken(), 0u);
}

TEST_F(RpcBenchService, has_no_other_procedures) {
    for (u32 const procedure : {3u, 0xffffffffu}) {
        FakeCall call(procedure, {});
        service.dispatch(call);
        EXPECT_EQ(call.refused, Call::Refusal::procedure_unavailable);
    }
}

} // namespace
} // namespace flat::rpc
