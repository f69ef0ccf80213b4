// SPDX-License-Identifier: BSD-2-Clause
// What a monitored binding counts, and how one call is measured.
#pragma once

#include <core/atomic.hpp>
#include <core/span.hpp>
#include <core/text.hpp>
#include <domain/ticks.hpp>
#include <flat/binding/monitor.hpp>
#include <flat/binding/monitors.hpp>

namespace flat::bindings::monitored {

/// The counts of one method; any number of threads count at once.
struct Count {
    Atomic<u64> calls;
    Atomic<u64> failures;
    Atomic<u64> ticks;
};

/// Measures one call, from its construction to the end of its block.
class Call : NonCopyable {
public:
    explicit Call(Count& count) : count_(count), begin_(domain::ticks()) {}
    ~Call() {
        count_.ticks.fetch_add(domain::ticks() - begin_, MemoryOrder::relaxed);
        count_.calls.fetch_add(1, MemoryOrder::relaxed);
    }

    /// The call has thrown.
    void fail() { count_.failures.fetch_add(1, MemoryOrder::relaxed); }

private:
    Count& count_;
    u64 begin_;
};

/// The counts of a binding whose interface has `methods_count` methods. The monitors know it as
/// long as the domain lives, so it must live as long.
template<u32 methods_count>
class Meter final : public binding::Monitor, NonCopyable {
public:
    /// `name` and the names of the methods are literals.
    Meter(binding::Monitors& monitors, Text name, Text const (&method_names)[methods_count])
        : name_(name) {
        for (u32 i = 0; i < methods_count; ++i)
            method_names_[i] = method_names[i];
        previous_ = monitors.add(*this);
    }

    /// What calls of a method are counted in.
    Count& count(u32 method) { return counts_[method]; }

    u32 name(Span<u8> destination) override { return name_.write_to(destination); }
    u32 methods() override { return methods_count; }
    u32 method_name(u32 method, Span<u8> destination) override {
        assert(method < methods_count);
        return method_names_[method].write_to(destination);
    }
    Counts counts(u32 method) override {
        assert(method < methods_count);
        Count const& count = counts_[method];
        return {count.calls.load(), count.failures.load(), count.ticks.load()};
    }
    void reset() override {
        for (Count& each : counts_) {
            each.calls.store(0);
            each.failures.store(0);
            each.ticks.store(0);
        }
    }
    binding::Monitor* previous() override { return previous_; }
    void* narrow(InterfaceId id) override {
        return id == binding::Monitor::interface_id ? static_cast<binding::Monitor*>(this)
                                                    : nullptr;
    }

private:
    Text name_;
    Text method_names_[methods_count];
    Count counts_[methods_count];
    binding::Monitor* previous_ = nullptr;
};

} // namespace flat::bindings::monitored
