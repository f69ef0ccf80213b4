// SPDX-License-Identifier: BSD-2-Clause
// Frames with limits, made from others.
#pragma once

#include <memory/quotas.flat.hpp>

namespace flat::memory {

/// Makes quotas as objects of their own; it keeps no list of them.
class Quotas : public QuotasComponent {
public:
    using QuotasComponent::QuotasComponent;

    Result<Quota*, MemoryError> create(Frames& source, u64 limit_bytes) override;
};

} // namespace flat::memory
