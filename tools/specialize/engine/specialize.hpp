// SPDX-License-Identifier: BSD-2-Clause
// The partial evaluator's interface: from a function and facts about its start to a version of it.
#pragma once

#include "limits.hpp"
#include "report.hpp"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace specialize {

/// What to specialise. All three are names of symbols in the module.
struct Request {
    std::string entry;   ///< a defined function
    std::string version; ///< the function to make; the guard is `<version>.holds`
    std::string facts;   ///< the facts function, with the entry's parameters (see facts.hpp)
    /// Whether the report says what rests on tested facts (see reliances.hpp). Follows the entry
    /// once more for each of them.
    bool finds_reliances = false;
};

/// A specialised function. Calls may go to `body` directly when `guard`, of the same parameters,
/// returns true; a null `guard` means that nothing needs a test.
struct Version {
    llvm::Function* body = nullptr;
    llvm::Function* guard = nullptr;
    /// How many low bits of each hole may be other than 0. With any the code is to be completed at
    /// run time (holes.hpp).
    std::vector<unsigned> hole_bits;
    Report report;
};

/// Why no version was made: the module is as it was before.
struct Refusal {
    std::string code; ///< S03xx
    std::string message;
    std::string file;
    unsigned line = 0; ///< 0 if the place is not known
};

/// Brings a module, as clang writes it with -disable-llvm-passes, into the shape that `specialize`
/// follows best. Once for each module, before the first request.
void prepare(llvm::Module& module);

/// Follows the entry from the facts and writes what is left of it into `module`. The entry itself
/// stays as it is. (Volanschi, Muller, Consel 1996, section 3, and online partial evaluation with
/// polyvariant program points as in Jones, Gomard, Sestoft 1993, chapter 7.)
std::variant<Version, Refusal> specialize(llvm::Module& module, Request const& request,
                                          Limits const& limits = {});

/// Makes `name`, a function of the entry's type: the first version whose guard holds is called,
/// `generic` if none does. All calls are tail calls. What the module has declared by that name is
/// this function then; it must not be defined yet.
llvm::Function* dispatch(llvm::Function& generic, llvm::ArrayRef<Version> versions,
                         llvm::StringRef name);

} // namespace specialize
