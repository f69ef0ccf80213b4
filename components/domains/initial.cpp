// SPDX-License-Identifier: BSD-2-Clause
// Starts every domain of the assembly once, and ends with the last of them.
#include <domains/initial.hpp>

#include <domain/last_resort.hpp>
#include <domains/make_one.hpp>

namespace flat::domains {

void Initial::run() {
    domain::Domain* started[boot::domains_max];
    assert(flat_domain_count <= boot::domains_max);
    for (u32 i = 0; i < flat_domain_count; ++i)
        started[i] = &make_one(*domains, i);
    Span<domain::Domain*> const all = Span<domain::Domain*>(started).first(flat_domain_count);
    for (domain::Domain* const each : all)
        each->start();
    u32 status = 0;
    for (domain::Domain* const each : all) {
        u32 const own = each->join();
        status = status == 0 ? own : status;
    }
    for (domain::Domain* const each : all)
        each->release();
    domain::end(status);
}

} // namespace flat::domains
