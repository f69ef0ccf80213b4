// SPDX-License-Identifier: BSD-2-Clause
// Lets one domain make others of an image, and release them, again and again.
#pragma once

#include <api/making_grant.flat.hpp>
#include <core/text.hpp>

namespace flat::api {

/// The kernel itself does nothing with it: it tells the root task, which makes domains, what the
/// assembly says. What somebody makes is not started with the others.
class MakingGrant : public MakingGrantComponent {
public:
    using MakingGrantComponent::MakingGrantComponent;

    bool is_for(Span<u8 const> name) override { return Text::from_bytes(name) == Text(domain); }
    bool is_of(Span<u8 const> name) override { return Text::from_bytes(name) == Text(makes); }
    Limits limits() override { return {at_once, pages}; }
};

} // namespace flat::api
