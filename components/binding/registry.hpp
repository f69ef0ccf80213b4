// SPDX-License-Identifier: BSD-2-Clause
// The control interfaces of all bindings of a domain.
#pragma once

#include <binding/registry.flat.hpp>
#include <core/guarded.hpp>
#include <core/utility.hpp>

namespace flat::binding {

/// A list that leads from each to the one before, so that it needs no memory and has no limit.
class Registry : public RegistryComponent, NonCopyable {
public:
    using RegistryComponent::RegistryComponent;

    Control* add(Control& control) override;
    Control* last() override;
    Control* find(Span<u8 const> name, Span<u8 const> kind) override;

private:
    struct List {
        Control* last = nullptr;
    };

    Guarded<List> list_;
};

} // namespace flat::binding
