// SPDX-License-Identifier: BSD-2-Clause
// Limits the memory of a domain, whether it starts with the kernel or is made by another one.
#pragma once

#include <api/memory_limit.flat.hpp>
#include <core/text.hpp>

namespace flat::api {

/// The kernel itself does nothing with it: it tells the root task, which gives domains their pages,
/// what the assembly says. Of several limits for one domain the least holds.
class MemoryLimit : public MemoryLimitComponent {
public:
    using MemoryLimitComponent::MemoryLimitComponent;

    bool is_for(Span<u8 const> name) override { return Text::from_bytes(name) == Text(domain); }
    u32 pages_max() override { return pages; }
};

} // namespace flat::api
