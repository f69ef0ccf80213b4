// SPDX-License-Identifier: BSD-2-Clause
// Passes a multiple on: it is made to be loaded.
#pragma once

#include <core/utility.hpp>
#include <extensible/scaled.flat.hpp>

namespace flat::extensible {

/// Says when it goes, if somebody listens.
class Scaled : public ScaledComponent, NonCopyable {
public:
    using ScaledComponent::ScaledComponent;
    ~Scaled();

    u64 pass(u64 value) override;
};

} // namespace flat::extensible
