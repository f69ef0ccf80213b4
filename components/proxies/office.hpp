// SPDX-License-Identifier: BSD-2-Clause
// Exports a sum by name, posts the name to others, and keeps the sum.
#pragma once

#include <proxies/counted_tally.hpp>
#include <proxies/office.flat.hpp>

namespace flat::proxies {

/// Panics where a name is refused that is right, or taken that is wrong. Afterwards it serves.
class Office : public OfficeComponent, NonCopyable {
public:
    using OfficeComponent::OfficeComponent;

    void run() override;

private:
    void refuses(Text hint, core::NamingError::Code code);

    CountedTally tally_;
};

} // namespace flat::proxies
