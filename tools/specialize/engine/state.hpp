// SPDX-License-Identifier: BSD-2-Clause
// Where following stands and what it knows there: the calls, their values, their loops, memory.
#pragma once

#include "function_facts.hpp"
#include "memory.hpp"

#include <llvm/IR/InstrTypes.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <vector>

namespace specialize {

/// A call as it is reached: through which calls, and in which iterations of the loops around them.
struct Context {
    Context const* parent = nullptr; ///< null: the entry
    llvm::CallBase const* call = nullptr;
    std::vector<unsigned> iterations; ///< of the loops around `call`
    Context const* place = nullptr;   ///< the same without iterations: it distinguishes variables
};

/// Where a branch led that was decided.
struct Choice {
    Context const* place = nullptr; ///< in which call, whatever its iterations
    llvm::Instruction const* branch = nullptr;
    llvm::BasicBlock const* chosen = nullptr;

    bool is_at_place_of(Choice const& other) const {
        return place == other.place && branch == other.branch;
    }
    auto operator<=>(Choice const&) const = default;
};

/// A loop whose iterations are followed one by one.
struct Iteration {
    /// All iterations from here on: others of the same number do not meet them.
    static constexpr unsigned rest = ~0U;

    /// Numbers from here on stand for what is known at the head of the loop, not for a count.
    static constexpr unsigned first_position = 1U << 31U;

    llvm::Loop const* loop = nullptr;
    unsigned number = 0;      ///< iterations of the same number may meet
    unsigned position = 0;    ///< the last number that was no count; 0: there was none
    unsigned count = 0;       ///< of iterations on this path
    bool decided = false;     ///< a test that may end the loop was known in this iteration
    bool varied = false;      ///< and compared something else than in the last iterations
    bool open = false;        ///< a test that may end the loop was not known
    bool forked = false;      ///< the code branched on something not known
    bool was_forked = false;  ///< the same in an iteration before
    std::set<Choice> choices; ///< what was decided in those so far, on one way
    std::map<llvm::Instruction const*, std::vector<std::size_t>> compared; ///< hashes, by test

    /// A test that alternates between a few values does not bring the end nearer.
    void note(llvm::Instruction const& test, std::size_t hash) {
        static constexpr std::size_t most = 8;
        std::vector<std::size_t>& last = compared[&test];
        if (std::find(last.begin(), last.end(), hash) != last.end()) return;
        varied = true;
        if (last.size() == most) last.erase(last.begin());
        last.push_back(hash);
    }

    /// Whether there is an end in sight, as far as one can tell: then each iteration gets code of
    /// its own. A known test that always compares the same does not bring the end nearer, unless
    /// the loop interprets a program and is at another place of it.
    bool counts(bool interprets) const { return decided && (varied || !open || interprets); }
    /// An interpreter chooses something else at the same place for each kind of instruction: how
    /// many kinds there have been, 1 if all iterations are alike.
    std::size_t kinds() const {
        std::size_t number = 1;
        for (auto next = choices.begin(); next != choices.end();) {
            Choice const& last = *next++;
            number += next != choices.end() && next->is_at_place_of(last);
        }
        return number;
    }
    void begin_next(unsigned next) {
        number = next;
        if (next >= first_position) position = next;
        ++count;
        was_forked |= forked;
        decided = varied = open = forked = false;
    }
    /// Goes on for another way, too, which has come to the same iteration.
    void meet(Iteration const& other) {
        count = std::max(count, other.count);
        decided = decided && other.decided;
        varied = varied && other.varied;
        open |= other.open;
        forked |= other.forked;
        was_forked |= other.was_forked;
        if (other.kinds() > kinds()) choices = other.choices;
    }
    bool operator==(Iteration const& other) const {
        return loop == other.loop && number == other.number;
    }
};

/// One call that is being followed.
struct Frame {
    Context const* context = nullptr;
    FunctionFacts const* facts = nullptr;
    std::map<unsigned, Abstract> known; ///< by number; what is not here is unknown
    std::vector<Iteration> iterations;  ///< outermost first

    std::vector<unsigned> iteration_numbers() const {
        std::vector<unsigned> numbers;
        for (Iteration const& iteration : iterations)
            numbers.push_back(iteration.number);
        return numbers;
    }
    /// Forgets the values that are not needed from `start` on.
    void keep_live(llvm::Instruction const& start) {
        llvm::BitVector const& live = facts->live_at(start);
        std::erase_if(known, [&](auto const& each) { return !live.test(each.first); });
    }
};

struct State {
    std::vector<Frame> frames; ///< the entry first
    Memory memory;

    Frame& top() { return frames.back(); }
    Frame const& top() const { return frames.back(); }
    std::size_t hash() const;
    /// Of two states at the same point.
    bool same(State const& other) const;
    /// How many values and cells are known otherwise in another state at the same point.
    std::size_t differences(State const& other) const;
};

/// A place in the code, in a context and an iteration: where versions of code begin.
struct Point {
    Context const* context = nullptr;
    std::vector<unsigned> iterations;
    llvm::Instruction const* start = nullptr;
    unsigned position = 0; ///< stands for what is known at the start

    auto operator<=>(Point const&) const = default;
};

/// How much of a difference is given up when states meet.
enum class Loss { differences, objects, everything };

/// What holds in both of two states at the same point, or less.
State meet(State const& one, State const& other, Loss loss);

} // namespace specialize
