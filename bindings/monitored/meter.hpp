// SPDX-License-Identifier: BSD-2-Clause
// What a monitored binding counts, and how one call is measured.
#pragma once

#include <core/atomic.hpp>
#include <core/calls/control_base.hpp>
#include <core/span.hpp>
#include <core/text.hpp>
#include <domain/ticks.hpp>
#include <flat/binding/monitor.hpp>

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

/// The counts of a binding whose interface has `methods_count` methods.
template<u32 methods_count>
class Meter final : public ControlBase<binding::Monitor> {
public:
    /// The names are literals.
    Meter(binding::Controls& controls, Text name, Text const (&method_names)[methods_count])
        : ControlBase(controls, name, "monitored") {
        for (u32 i = 0; i < methods_count; ++i)
            method_names_[i] = method_names[i];
    }

    /// What calls of a method are counted in.
    Count& count(u32 method) { return counts_[method]; }

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

private:
    Text method_names_[methods_count];
    Count counts_[methods_count];
};

} // namespace flat::bindings::monitored
