// SPDX-License-Identifier: BSD-2-Clause
// All monitored bindings of a domain.
#pragma once

#include <bindings/monitored/registry.flat.hpp>
#include <core/guarded.hpp>
#include <core/utility.hpp>

namespace flat::bindings::monitored {

/// A list that leads from each to the one before, so that it needs no memory and has no limit.
class Registry : public RegistryComponent, NonCopyable {
public:
    using RegistryComponent::RegistryComponent;

    binding::Monitor* add(binding::Monitor& monitor) override;
    binding::Monitor* last() override;

private:
    struct List {
        binding::Monitor* last = nullptr;
    };

    Guarded<List> list_;
};

} // namespace flat::bindings::monitored
