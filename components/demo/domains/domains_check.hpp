// SPDX-License-Identifier: BSD-2-Clause
// Makes domains that end as they should not, again and again, and loses nothing by it.
#pragma once

#include <demo/domains/domains_check.flat.hpp>
#include <demo/domains/ways.hpp>
#include <flat/domain/domain.hpp>

namespace flat::demo::domains {

/// Panics when a domain survives what it must not, or leaves frames behind.
class DomainsCheck : public DomainsCheckComponent {
public:
    using DomainsCheckComponent::DomainsCheckComponent;

    void run() override;

    /// Tells a domain what to do: the value, and the way that is its own.
    u64 pass(u64 value) override { return value + static_cast<u64>(way_); }

private:
    domain::Domain& start(Way way);
    void end_each();
    void release_running();
    void make_too_many();

    Way way_ = Way::null;
};

} // namespace flat::demo::domains
