// SPDX-License-Identifier: BSD-2-Clause
// Functions that the sources define, as facts and messages need them.
#pragma once

#include <rewrite/text/diagnostic.hpp>

#include <string>
#include <vector>

namespace clang {
class ASTContext;
}

namespace specialize {

struct Parameter {
    std::string name;             ///< may be empty
    std::string type;             ///< as clang writes it
    std::string declaration_head; ///< the declaration is head + name + tail
    std::string declaration_tail;
    bool is_pointer = false;
    bool is_reference = false;
};

/// A function with a body.
struct Function {
    std::string name;   ///< qualified, without unnamed namespaces
    std::string symbol; ///< in the object file
    std::vector<Parameter> parameters;
    std::string result_head; ///< its result is declared as head + name + tail
    std::string result_tail;
    std::string class_name;              ///< of what `this` leads to; empty: there is no `this`
    std::vector<std::string> namespaces; ///< from the outermost; an unnamed one is empty
    bool takes_any_arguments = false;    ///< `...`
    bool is_visible = true;              ///< to other sources
    bool is_of_system = false;           ///< of a system header
    rewrite::Place place;
};

/// All functions that the source defines; templates and their instances are left out.
std::vector<Function> functions_of(clang::ASTContext& context);

/// `(int a, char const *b)`, as messages show it.
std::string shown_parameters(Function const& function);

} // namespace specialize
