// SPDX-License-Identifier: BSD-2-Clause
// Numbers that strangers cannot guess.
#pragma once

#include <core/guarded.hpp>
#include <core/utility.hpp>
#include <domain/ticks.hpp>
#include <net/sip_hash.hpp>

namespace flat::net {

/// Numbers that cannot be guessed without knowing to the tick when the kernel has started. Any
/// number of threads may draw.
class DrawnNumbers : NonCopyable {
public:
    DrawnNumbers() : hash_(domain::ticks(), domain::ticks() * 0x9e3779b97f4a7c15) {}

    u64 draw() {
        u64 const count = ++*count_.lock();
        return hash_(count, domain::ticks(), 0);
    }

private:
    SipHash hash_;
    Guarded<u64> count_;
};

} // namespace flat::net
