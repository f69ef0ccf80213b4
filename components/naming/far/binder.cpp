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
    Outcome const outcome = place.is_error()
                                ? Outcome(BindingError{Code::exhausted})
                                : lead(quality, target, pointer_to<void>(place.value()));
    if (outcome.is_ok()) return outcome;
    if (place.is_ok()) objects->free(place.value(), sizeof(Bound));
    target.release();
    return outcome;
}

/// The slot leads to the target from now on, by a binding that is made at this place.
Binder::Outcome Binder::lead(Quality const& quality, core::AbstractResource& target, void* place) {
    auto const all = all_.lock();
    Top& before = *TRY(quality.exchange(target));
    auto* const bound = new (place) Bound(*this, quality, target, before);
    all->push_back(*bound);
    return bound;
}

Result<void, binding::SlotError> Binder::unbind(Bound& bound) {
    auto const all = all_.lock();
    return leave(*all, bound);
}

/// Where a later binding has led the slot to the same server, it stays for that one's sake, which
/// goes back further when it leaves.
Result<void, binding::SlotError> Binder::leave(BoundList& all, Bound& bound) {
    bool is_later = false;
    bool is_held = false;
    for (Bound& each : all) {
        is_held = is_held || (is_later && each.is_like(bound));
        if (is_later) each.skip(bound);
        is_later = is_later || &each == &bound;
    }
    return is_held ? Result<void, binding::SlotError>{} : bound.leave();
}

void Binder::forget(Bound& bound) {
    {
        auto const all = all_.lock();
        auto const left = leave(*all, bound);
        assert(left.is_ok());
        all->remove(bound);
    }
    bound.Bound::~Bound();
    objects->free(address_of(&bound), sizeof(Bound));
}

} // namespace flat::naming::far
