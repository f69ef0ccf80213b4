// SPDX-License-Identifier: BSD-2-Clause
// Starts every domain of the assembly once, and ends with the last of them.
#include <domains/initial.hpp>

#include <core/boot_module.hpp>
#include <core/panic.hpp>
#include <core/text.hpp>
#include <domain/last_resort.hpp>
#include <flat/domain/domain.hpp>

namespace flat::domains {

void Initial::run() {
    domain::Domain* started[boot::domains_max];
    assert(flat_domain_count <= boot::domains_max);
    for (u32 i = 0; i < flat_domain_count; ++i) {
        auto const made = domains->create(Text(flat_domains[i].name).bytes());
        if (made.is_error()) panic("no memory for domain {}", flat_domains[i].name);
        started[i] = narrow_to<domain::Domain>(*made.value());
    }
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
