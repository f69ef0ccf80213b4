// SPDX-License-Identifier: BSD-2-Clause
// Binds clients of its domain by name to objects of other domains.
#pragma once

#include <core/guarded.hpp>
#include <core/utility.hpp>
#include <naming/far/binder.flat.hpp>
#include <naming/far/bound.hpp>
#include <naming/quality.hpp>

namespace flat::naming::far {

/// What a name server finds is held as long as the binding is there, and goes into the slot of a
/// dynamic binding of this domain. Of several bindings of one port any can go first.
class Binder : public BinderComponent, NonCopyable {
public:
    using BinderComponent::BinderComponent;

    using Outcome = Result<binding::NamedBinding*, core::BindingError>;

    Outcome bind(Span<u8 const> form, Span<u8 const> hint) override;
    Outcome resolve(Span<u8 const> path, Span<u8 const> hint) override;

    /// For the binding itself.
    Result<void, binding::SlotError> unbind(Bound& bound);
    void forget(Bound& bound);

private:
    using Found = Result<core::AbstractResource*, core::NamingError>;

    Result<Quality, core::BindingError> parse(Span<u8 const> hint);
    Outcome bind(Quality const& quality, Found const& found);
    Outcome lead(Quality const& quality, core::AbstractResource& target, void* place);
    static Result<void, binding::SlotError> leave(BoundList& all, Bound& bound);

    Guarded<BoundList> all_;
};

} // namespace flat::naming::far
