// SPDX-License-Identifier: BSD-2-Clause
// What one translation unit tells the planner of its classes and of how they are used.
#pragma once

#include <rewrite/text/diagnostic.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace collapse {

struct BaseFact {
    std::string name;
    std::string access; ///< public, protected, private
    bool is_virtual = false;
};

struct MethodFact {
    std::string name;
    std::string type; ///< as `int (int) const`
    bool is_virtual = false;
};

struct FieldFact {
    std::string name;
    std::string type;
};

/// A class that the unit declares; without a definition all but name and place is empty.
struct ClassFact {
    std::string name; ///< qualified, with template arguments
    rewrite::Place place;
    bool is_complete = false; ///< the unit sees its definition
    bool is_abstract = false;
    std::string hash; ///< of the tokens of its definition, string literals left out
    uint64_t size_bytes = 0;
    std::vector<BaseFact> bases;
    std::vector<MethodFact> methods;
    std::vector<FieldFact> fields;
    std::vector<std::string> mentions; ///< classes that an object of it may lead to
};

/// What is done with a class somewhere; only the first place of each kind is kept.
struct UseFact {
    /// object: an object that is no base of another; escape: `this` of its functions is handed on;
    /// thrown, caught; cast: the target of a dynamic_cast; named: a type is made with its name
    std::string kind;
    std::string name; ///< of the class
    rewrite::Place place;
};

/// A conversion between a class and a base, whichever way; object arguments of calls are none.
struct ConversionFact {
    std::string derived;
    std::string base;
    rewrite::Place place;
};

/// A member that the unit defines outside of its class.
struct DefinitionFact {
    std::string name; ///< of the class
    std::string member;
    rewrite::Place place;
};

/// A function or variable that other units may know too, by its name for the linker.
struct ExchangeFact {
    /// function: defined once; inline: in every unit that uses it; variable
    std::string kind;
    std::string name;                  ///< mangled
    bool is_defined = false;           ///< by this unit
    std::vector<std::string> mentions; ///< classes in its type; `void`: a pointer to anything
    std::vector<std::string> mangled;  ///< classes in its name
    std::vector<std::string> depends;  ///< classes that its code or initialiser knows from inside
    rewrite::Place place;
};

/// An instance of a template, made for classes of the program.
struct InstanceFact {
    std::string name; ///< with its arguments and its type
    bool is_told_apart =
        false;            ///< has static variables, or an address that is taken, or is written
    rewrite::Place place; ///< of the template
};

struct UnitFacts {
    std::string source;
    std::vector<std::string> command;
    std::string hash; ///< of the preprocessed text
    std::vector<ClassFact> classes;
    std::vector<UseFact> uses;
    std::vector<ConversionFact> conversions;
    std::vector<DefinitionFact> definitions;
    std::vector<ExchangeFact> exchanges;
    std::vector<InstanceFact> instances;
};

/// Reads the text of a facts file. Nothing: refused (C0112 not JSON, C0710 no facts).
std::optional<UnitFacts> parse_facts(std::string const& file, std::string_view text,
                                     rewrite::Diagnostics& diagnostics);

/// The text of a facts file; the same for the same facts.
std::string facts_text(UnitFacts const& facts);

} // namespace collapse
