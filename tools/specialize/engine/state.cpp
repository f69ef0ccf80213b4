// SPDX-License-Identifier: BSD-2-Clause
// Comparing states at the same point, and finding what they have in common.
#include "state.hpp"

#include "differences.hpp"

namespace specialize {
namespace {

/// Bits in common are not kept: counters would give them up one by one.
Abstract common_of(Abstract const& one, Abstract const& other) {
    if (one == other) return one;
    Abstract const common = join(one, other);
    return common.object() != nullptr || common.elements() != nullptr ? common : Abstract{};
}

/// What both frames know; addresses that one of them loses escape.
Frame meet(Frame const& one, Frame const& other, Loss loss, std::vector<Abstract>& lost) {
    Frame both = one;
    both.known.clear();
    for (std::size_t i = 0; i < both.iterations.size(); ++i)
        both.iterations[i].meet(other.iterations[i]);
    auto const give_up = [&](Abstract const& value, Abstract const& left) {
        if (left.object() == nullptr) lost.push_back(value);
    };
    for (auto const& [number, value] : one.known) {
        auto const found = other.known.find(number);
        Abstract common;
        if (loss != Loss::everything && found != other.known.end())
            common = common_of(value, found->second);
        give_up(value, common);
        if (!common.unknown()) both.known.emplace(number, common);
    }
    for (auto const& [number, value] : other.known)
        give_up(value, both.known.contains(number) ? both.known.at(number) : Abstract{});
    return both;
}

} // namespace

std::size_t State::hash() const {
    llvm::hash_code sum = memory.hash();
    for (Frame const& frame : frames)
        for (auto const& [number, value] : frame.known)
            sum = llvm::hash_combine(sum, number, value);
    return sum;
}

bool State::same(State const& other) const {
    for (std::size_t i = 0; i < frames.size(); ++i)
        if (frames[i].known != other.frames[i].known) return false;
    return memory == other.memory;
}

std::size_t State::differences(State const& other) const {
    std::size_t sum = memory.differences(other.memory);
    for (std::size_t i = 0; i < frames.size(); ++i)
        sum += differences_of(frames[i].known, other.frames[i].known);
    return sum;
}

State meet(State const& one, State const& other, Loss loss) {
    State both{{}, Memory::join(one.memory, other.memory, loss == Loss::objects)};
    if (loss == Loss::everything) both.memory.forget_all();
    std::vector<Abstract> lost;
    for (std::size_t i = 0; i < one.frames.size(); ++i)
        both.frames.push_back(meet(one.frames[i], other.frames[i], loss, lost));
    for (Abstract const& value : lost)
        both.memory.escape(value);
    return both;
}

} // namespace specialize
