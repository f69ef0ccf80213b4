// SPDX-License-Identifier: BSD-2-Clause
// Binds clients of its domain by name to objects of other domains.
#include <naming/far/binder.hpp>

#include <core/assert.hpp>

#include <new>

namespace flat::naming::far {

using core::BindingError;
using core::NamingError;
using Code = BindingError::Code;

Binder::Outcome Binder::bind(Span<u8 const> form, Span<u8 const> hint) {
    Quality const quality = TRY(parse(hint));
    return bind(quality, names->bind(form));
}

Binder::Outcome Binder::resolve(Span<u8 const> path, Span<u8 const> hint) {
    Quality const quality = TRY(parse(hint));
    return bind(quality, names->resolve(path));
}

/// What is bound ends with its binding, so its calls must be counted.
Result<Quality, BindingError> Binder::parse(Span<u8 const> hint) {
    Quality const quality = TRY(Quality::parse(*controls, Text::from_bytes(hint)));
    if (quality.slot->inside().is_error()) return BindingError{Code::unbindable};
    return quality;
}

/// What was found is held by the binding, or given back.
Binder::Outcome Binder::bind(Quality const& quality, Found const& found) {
    if (found.is_error()) {
        bool const is_full = found.error().code == NamingError::Code::full;
        return BindingError{is_full ? Code::exhausted : Code::unbindable};
    }
    core::AbstractResource& target = *found.value();
    auto const place = objects->allocate(sizeof(Bound));
    if (place.is_error()) {
        target.release();
        return BindingError{Code::exhausted};
    }
    auto const all = all_.lock();
    auto const before = quality.exchange(target);
    if (before.is_error()) {
        objects->free(place.value(), sizeof(Bound));
        target.release();
        return before.error();
    }
    auto* const bound =
        new (pointer_to<void>(place.value())) Bound(*this, quality, target, *before.value());
    all->push_back(*bound);
    return bound;
}

Result<void, binding::SlotError> Binder::unbind(Bound& bound) {
    auto const all = all_.lock();
    return bound.leave();
}

/// Those that would go back to what it has bound go back further.
void Binder::forget(Bound& bound) {
    {
        auto const all = all_.lock();
        auto const left = bound.leave();
        assert(left.is_ok() && bound.slot().inside().value_or(0) == 0);
        all->remove(bound);
        for (Bound& each : *all)
            each.skip(bound);
    }
    bound.Bound::~Bound();
    objects->free(address_of(&bound), sizeof(Bound));
}

} // namespace flat::naming::far
