// SPDX-License-Identifier: BSD-2-Clause
// Limits the memory of each domain of an image.
#pragma once

#include <api/memory_limit.flat.hpp>
#include <core/text.hpp>
#include <domain/page.hpp>

namespace flat::api {

/// Whoever makes such a domain takes its pages from a quota. Of several limits for one image the
/// least holds.
class MemoryLimit : public MemoryLimitComponent {
public:
    using MemoryLimitComponent::MemoryLimitComponent;

    bool is_for(Span<u8 const> name) override { return Text::from_bytes(name) == Text(domain); }
    u32 pages_max() override { return pages; }
    Result<memory::Quota*, memory::MemoryError> quota_of(memory::Frames& source) override {
        return quotas->create(source, u64{pages} * ::flat::domain::page_size);
    }
};

} // namespace flat::api
