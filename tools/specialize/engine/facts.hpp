// SPDX-License-Identifier: BSD-2-Clause
// What is stated to hold when the entry starts, read from the facts function.
//
// A facts function has the entry's parameters and is never run. `flatland_fact(number, stable)`
// stands before each assignment that states a fact; what the assignments lead through become
// objects. `flatland_object(number, pointer, size)` states an object of which nothing is known,
// with 0 for an extent that is not known either; `flatland_apart(pointer)` that an object overlaps
// no other that the entry uses; `flatland_likely(function)` that the next fact does not hold yet:
// the version tests for it where that function writes something unknown to the place;
// `flatland_alone(pointer)` that nobody but the entry uses an object while it runs;
// `flatland_session(number, stable, hole, pointer, count, offset, size, ...)` that the values at
// these offsets, of 1, 2, 4 or 8 bytes, are known from some time on: each becomes a hole, counted
// from `hole` (see holes.hpp). `flatland_session_object(number, hole, pointer)` that this parameter
// is: the session is of the object that it leads to. `stable` is 0: tested by the guard, and lost
// where something unknown may write it; 1: nothing breaks it, before the entry and while it runs,
// so there is no test; 2: tested by the guard, and nothing breaks it while the entry runs.
#pragma once

#include "memory.hpp"
#include "specialize.hpp"

#include <set>
#include <variant>
#include <vector>

namespace specialize {

struct Fact {
    int number = 0;
    bool stable = false;      ///< while the entry runs
    bool tested = true;       ///< by the guard
    Object* object = nullptr; ///< null: a parameter
    int64_t offset = 0;
    unsigned parameter = 0;
    llvm::Type* type = nullptr;
    Abstract value; ///< of a bit-field the bits that are stated
};

struct Facts {
    std::vector<Fact> facts;
    std::vector<Abstract> parameters; ///< of the entry
    std::vector<unsigned> hole_bits;  ///< of each hole
    Memory memory;
};

/// The parameters are the entry's without the first `hidden` ones, which the compiler added. The
/// facts of `left_out` are not believed; where there are any, nothing is refused, and facts whose
/// paths lead through those are left out too.
std::variant<Facts, Refusal> read_facts(llvm::Function& function, unsigned hidden, Objects& objects,
                                        std::set<int> const& left_out = {});

} // namespace specialize
