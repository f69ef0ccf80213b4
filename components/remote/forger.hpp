// SPDX-License-Identifier: BSD-2-Clause
// A peer that answers anything, for tests.
#pragma once

#include <core/utility.hpp>
#include <remote/forger.flat.hpp>
#include <remote/passed_call.hpp>

namespace flat::remote {

/// Has objects of every name, which answer by any bytes, of any number, and names what it has been
/// passed as if it were its own.
class Forger : public ForgerComponent, NonCopyable {
public:
    Forger(Ports const& ports, Attributes const& attributes) : ForgerComponent(ports, attributes) {}

    Result<usize, RemoteError> call(u64 identity, u32 method, Span<u8 const> request,
                                    Span<u8> answer) override;
    u64 pass(Passed& object) override { return last_ = passed_.add(object); }
    Passed* passed(u64 name) override { return passed_.find(name); }
    Passed* withdraw(u64 name) override { return passed_.remove(name); }
    u64 generation() override { return 0; }
    memory::Allocator& buffers() override { return *allocator; }

private:
    u64 word();
    u64 random();

    PassedTable passed_;
    u64 last_ = 0;
    u64 state_ = seed;
};

} // namespace flat::remote
