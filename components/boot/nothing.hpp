// SPDX-License-Identifier: BSD-2-Clause
// The entry of a domain that only serves others.
#pragma once

#include <boot/nothing.flat.hpp>

namespace flat::boot {

/// Does nothing: what a domain has to do, its instances do when they are called.
class Nothing : public NothingComponent {
public:
    using NothingComponent::NothingComponent;

    void run() override;
};

} // namespace flat::boot
