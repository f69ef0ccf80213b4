// SPDX-License-Identifier: BSD-2-Clause
// Runs every domain of the assembly once.
#pragma once

#include <domains/make_one.hpp>

namespace flat::domains {

/// Makes and starts all of them, waits until each has ended or serves, and releases them; the first
/// status that is not 0. Panics if memory does not suffice.
inline u32 run_all(domain::DomainManager& manager) {
    domain::Domain* domains[boot::domains_max];
    assert(flat_domain_count <= boot::domains_max);
    for (u32 i = 0; i < flat_domain_count; ++i)
        domains[i] = &make_one(manager, i);
    Span<domain::Domain*> const all = Span<domain::Domain*>(domains).first(flat_domain_count);
    for (domain::Domain* const each : all)
        each->start();
    u32 status = 0;
    for (domain::Domain* const each : all) {
        u32 const own = each->join();
        status = status == 0 ? own : status;
    }
    for (domain::Domain* const each : all)
        each->release();
    return status;
}

} // namespace flat::domains
