// SPDX-License-Identifier: BSD-2-Clause
// Exact versions first, then general ones (widening, Cousot and Cousot 1977).
#include "variants.hpp"

namespace specialize {

namespace {

/// The more general versions a point has had, the more is given up at once.
Loss loss_after(std::size_t general_versions) {
    if (general_versions < 4) return Loss::differences;
    return general_versions < 6 ? Loss::objects : Loss::everything;
}

} // namespace

Variants::Arrival Variants::add(std::deque<Variant>& variants, State state, std::size_t hash) {
    variants.push_back({std::move(state), hash, nullptr});
    return {&variants.back(), true};
}

Variants::Arrival Variants::arrive(Point const& point, State const& state, unsigned limit,
                                   bool spent) {
    Versions& versions = points_[point];
    std::size_t const hash = state.hash();
    for (auto* const list : {&versions.exact, &versions.general})
        for (Variant& variant : *list)
            if (variant.hash == hash && variant.state.same(state)) return {&variant, false};
    if (!spent && versions.exact.size() < limit && versions.general.empty())
        return add(versions.exact, state, hash);

    Loss const loss = spent ? Loss::everything : loss_after(versions.general.size());
    bool const first = versions.general.empty();
    State const& met = !first                    ? versions.general.back().state
                       : !versions.exact.empty() ? versions.exact.back().state
                                                 : state;
    State general = meet(met, state, Loss::differences);
    if (!first && general.same(met)) return {&versions.general.back(), false};
    if (loss != Loss::differences) general = meet(met, state, loss);
    std::size_t const general_hash = general.hash();
    return add(versions.general, std::move(general), general_hash);
}

} // namespace specialize
