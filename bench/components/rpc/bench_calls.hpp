// SPDX-License-Identifier: BSD-2-Clause
// Calls every procedure of bench.x and one that does not exist, and says what came of it.
#pragma once

#include <core/text.hpp>
#include <rpc/bench.x.hpp>
#include <rpc/bench_calls.flat.hpp>

namespace flat::rpc {

/// Says what came of each call, in a line; powers off with status 1 if one of the procedures that
/// exist has no or wrong results.
class BenchCalls : public BenchCallsComponent {
public:
    using BenchCallsComponent::BenchCallsComponent;

    void run() override;

private:
    void check_null();
    void check_min(bench::Pair pair);
    void check_echo(u32 count);
    void check_unknown_procedure();
    void say(Text text);
    void fail(Text what, RpcError error);

    u64 timeout_ns() const { return timeout_ms * u64{1'000'000}; }

    bool has_failed_ = false;
    /// Of an echo; the two are 16 KB, more than a kernel's first stack has.
    i32 sent_[bench::numbers_max] = {}, received_[bench::numbers_max] = {};
};

} // namespace flat::rpc
