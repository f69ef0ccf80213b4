// SPDX-License-Identifier: BSD-2-Clause
// Makes domains that end as they should not, again and again, and loses nothing by it.
#pragma once

#include <core/format.hpp>
#include <core/text.hpp>
#include <demo/domains_check.flat.hpp>
#include <flat/domain/domain.hpp>

namespace flat::demo {

/// Panics when a domain survives what it must not, or leaves frames behind.
class DomainsCheck : public DomainsCheckComponent {
public:
    using DomainsCheckComponent::DomainsCheckComponent;

    void run() override;

private:
    domain::Domain& make(Text name);
    void end_each();
    void release_running();
    template<class... Arguments>
    void say(CheckedFormat<TypeIdentity<Arguments>...> text, Arguments const&... arguments);
};

} // namespace flat::demo
