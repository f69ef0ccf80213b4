// SPDX-License-Identifier: BSD-2-Clause
// Exact versions first, then general ones (widening, Cousot and Cousot 1977).
#include "variants.hpp"

namespace specialize {

namespace {

constexpr std::size_t beside_each_other = 4; // general versions that are not below each other
constexpr std::size_t without_differences = 12;
constexpr std::size_t without_objects = 14;

/// The more general versions a point has had, the more is given up at once.
Loss loss_after(std::size_t general_versions) {
    if (general_versions < without_differences) return Loss::differences;
    return general_versions < without_objects ? Loss::objects : Loss::everything;
}

} // namespace

Variants::Arrival Variants::add(std::deque<Variant>& variants, State state, std::size_t hash) {
    variants.push_back({std::move(state), hash, nullptr});
    return {&variants.back(), true};
}

/// The version that has most in common with a state.
State const& Variants::nearest(Versions const& versions, State const& state) {
    State const* best = &state;
    std::size_t least = ~std::size_t{0};
    for (auto const* const list : {&versions.exact, &versions.general})
        for (Variant const& variant : *list) {
            std::size_t const differences = variant.state.differences(state);
            if (differences >= least) continue;
            least = differences;
            best = &variant.state;
        }
    return *best;
}

Variants::Arrival Variants::arrive(Point const& point, State const& state, std::size_t limit,
                                   bool spent) {
    Versions& versions = points_[point];
    std::size_t const hash = state.hash();
    for (auto* const list : {&versions.exact, &versions.general})
        for (Variant& variant : *list)
            if (variant.hash == hash && variant.state.same(state)) return {&variant, false};
    if (!spent && versions.exact.size() < limit && versions.general.empty())
        return add(versions.exact, state, hash);

    std::size_t const count = versions.general.size();
    Loss const loss = spent ? Loss::everything : loss_after(count);
    bool const is_below = count >= beside_each_other;
    State const& met = is_below ? versions.general.back().state : nearest(versions, state);
    State general = meet(met, state, Loss::differences);
    bool const goes_there =
        !versions.general.empty() && general.same(versions.general.back().state);
    if (goes_there) return {&versions.general.back(), false};
    if (loss != Loss::differences) general = meet(met, state, loss);
    std::size_t const general_hash = general.hash();
    for (Variant& variant : versions.general)
        if (variant.hash == general_hash && variant.state.same(general)) return {&variant, false};
    Arrival made = add(versions.general, std::move(general), general_hash);
    made.is_general = true;
    return made;
}

} // namespace specialize
