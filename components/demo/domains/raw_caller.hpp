// SPDX-License-Identifier: BSD-2-Clause
// Calls the kernel with any numbers and any words, as a program can that no generator has written.
#pragma once

#include <core/types.hpp>
#include <core/utility.hpp>
#include <demo/domains/raw_caller.flat.hpp>

namespace flat::demo::domains {

/// Each seed is another sequence of calls. Most of them end the domain.
class RawCaller : public RawCallerComponent, NonCopyable {
public:
    using RawCallerComponent::RawCallerComponent;

    void run() override;

private:
    /// How far the table of calls goes, and a little more.
    static constexpr u64 numbers = 84;
    static constexpr u32 calls = 64;

    u64 random();
    u64 word();
    void call();

    u64 state_ = 0;
    u64 own_[32] = {};
};

} // namespace flat::demo::domains
