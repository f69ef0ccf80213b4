// SPDX-License-Identifier: BSD-2-Clause
// A million calls while another thread exchanges the server a thousand times.
#include <binding/registry.hpp>
#include <bindings/dynamic/counted_slot.hpp>
#include <bindings/dynamic/plain_slot.hpp>
#include <bindings/dynamic/testing.hpp>

#include <gtest/gtest.h>
#include <memory>
#include <thread>
#include <vector>

namespace flat::bindings::dynamic {
namespace {

constexpr u32 threads_count = 4;
constexpr u32 calls_each = 250'000;
constexpr u32 exchanges = 1'000;

/// Counts its calls, and adds nothing any more once it is closed.
class Counter final : public demo::Stage, NonCopyable {
public:
    explicit Counter(Atomic<u64>& all) : all_(all) {}

    u64 pass(u64 value) override {
        own_.fetch_add(1, MemoryOrder::relaxed);
        all_.fetch_add(1, MemoryOrder::relaxed);
        return value + step_;
    }
    void* narrow(InterfaceId id) override {
        return id == demo::Stage::interface_id ? static_cast<demo::Stage*>(this) : nullptr;
    }
    u64 own() const { return own_.load(); }

    /// Nothing orders this with calls: none may be inside.
    void close() { step_ = 0; }

private:
    u64 step_ = 1;
    Atomic<u64>& all_;
    Atomic<u64> own_ = 0;
};

template<class Slot>
void call_often(Slot& slot, Atomic<u64>& returned) {
    for (u32 i = 0; i < calls_each; ++i)
        returned.fetch_add(slot.enter()->pass(i) - i, MemoryOrder::relaxed);
}

template<class Slot>
std::vector<std::thread> start_callers(Slot& slot, Atomic<u64>& returned) {
    std::vector<std::thread> callers;
    for (u32 i = 0; i < threads_count; ++i)
        callers.emplace_back([&] { call_often(slot, returned); });
    return callers;
}

/// Lets the exchanges be spread over the calls.
void wait_for_calls(Atomic<u64> const& all, u32 exchange) {
    u64 const wanted = u64{exchange} * threads_count * calls_each / exchanges;
    while (all.load(MemoryOrder::relaxed) < wanted)
        std::this_thread::yield();
}

void join(std::vector<std::thread>& threads) {
    for (std::thread& each : threads)
        each.join();
}

TEST(DynamicExchangeRace, a_server_is_released_when_its_last_call_has_left) {
    binding::Registry registry{{}, {}};
    Atomic<u64> all = 0;
    Atomic<u64> returned = 0;
    u64 counted_by_released = 0;
    auto server = std::make_unique<Counter>(all);
    CountedSlot<demo::Stage> slot(registry, "main.stage", *server);
    std::vector<std::thread> callers = start_callers(slot, returned);
    for (u32 i = 0; i < exchanges; ++i) {
        wait_for_calls(all, i);
        auto coming = std::make_unique<Counter>(all);
        ASSERT_TRUE(slot.exchange(*coming).is_ok());
        while (slot.inside().value() != 0)
            std::this_thread::yield();
        server->close();
        counted_by_released += server->own();
        server = std::move(coming);
    }
    join(callers);
    EXPECT_EQ(all.load(), u64{threads_count} * calls_each);
    EXPECT_EQ(returned.load(), all.load());
    EXPECT_EQ(counted_by_released + server->own(), all.load());
}

TEST(DynamicExchangeRace, no_call_is_lost_where_servers_stay) {
    binding::Registry registry{{}, {}};
    Atomic<u64> all = 0;
    Atomic<u64> returned = 0;
    Counter first(all);
    Counter second(all);
    PlainSlot<demo::Stage> slot(registry, "main.stage", first);
    std::vector<std::thread> callers = start_callers(slot, returned);
    for (u32 i = 0; i < exchanges; ++i) {
        wait_for_calls(all, i);
        ASSERT_TRUE(slot.exchange(i % 2 ? first : second).is_ok());
    }
    join(callers);
    EXPECT_EQ(first.own() + second.own(), u64{threads_count} * calls_each);
    EXPECT_EQ(returned.load(), all.load());
}

} // namespace
} // namespace flat::bindings::dynamic
