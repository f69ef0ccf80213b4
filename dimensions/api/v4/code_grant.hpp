// SPDX-License-Identifier: BSD-2-Clause
// Lets a domain execute what it has written: so much of its memory at a time.
#pragma once

#include <api/code_grant.flat.hpp>
#include <core/text.hpp>

namespace flat::api {

/// The kernel itself does nothing with it: it tells the root task, which gives domains their pages,
/// what the assembly says. Of several grants for one domain the largest holds.
class CodeGrant : public CodeGrantComponent {
public:
    using CodeGrantComponent::CodeGrantComponent;

    bool is_for(Span<u8 const> name) override { return Text::from_bytes(name) == Text(domain); }
    u32 pages_max() override { return pages; }
};

} // namespace flat::api
