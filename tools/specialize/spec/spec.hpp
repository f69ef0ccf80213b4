// SPDX-License-Identifier: BSD-2-Clause
// What a .spec file says: entries, and what holds when each of them is called.
#pragma once

#include <rewrite/text/diagnostic.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace specialize {

/// A stretch of the file as it was written: clang reads it later, at the same place.
struct Text {
    std::string text;
    rewrite::Place place;
};

enum class FactKind {
    value,   ///< static PATH = VALUE, promise PATH = VALUE, or without a value to be captured
    type,    ///< static PATH is TYPE, promise PATH is TYPE
    size,    ///< static sizeof PATH = VALUE: the object that PATH leads to
    dynamic, ///< dynamic PATH, promise apart PATH, promise alone PATH
    session, ///< session PATH until FUNCTIONS
    /// The parameter that a session's paths begin at: it follows from them, and is not in the file.
    session_object,
    expect, ///< expect PATH in {VALUES}
    likely, ///< expect PATH in {VALUES} when FUNCTION writes it
};

/// One path and what is said of it.
struct SpecFact {
    FactKind kind = FactKind::value;
    Text path;
    std::vector<Text> values; ///< the value, the type, the functions, or the values to choose from
    Text writer = {};         ///< of what is likely: the function that writes it
    bool is_promised = false; ///< nothing tests it: the author of the spec answers for it
    bool is_alone = false;    ///< of an object that stands apart: only the entry uses it
    bool is_captured = false; ///< without a value: `specialize capture` finds it out
    size_t statement = 0;     ///< where its statement begins in the file
    size_t begin = 0;         ///< where it begins itself; the first one with its keyword
    size_t end = 0;           ///< past the `,` or `;` after it
};

/// Whether the fact states what a place holds, and not only that it is there.
inline bool has_value(SpecFact const& fact) {
    return fact.kind == FactKind::value || fact.kind == FactKind::type ||
           fact.kind == FactKind::expect || fact.kind == FactKind::session;
}

/// How much work is done for an entry's versions.
struct SpecLimit {
    Text name; ///< one of `named_limits`
    size_t value = 0;
};

/// One function to be specialised.
struct Entry {
    Text name;                      ///< perhaps qualified, as `net::Stream::send`
    Text parameters;                ///< the whole list between its parentheses
    std::vector<Text> written;      ///< each parameter of the list, but not `...`
    bool leaves_out_others = false; ///< the list ends in `...`: the rest as the source has them
    Text version;                   ///< the new function's name
    std::vector<SpecFact> facts;    ///< in the order of the file
    std::vector<SpecLimit> limits;  ///< the same

    /// Whether its versions are made at run time.
    bool has_session() const;
};

struct Spec {
    std::string file;
    std::vector<Entry> entries;
    bool is_closed = false; ///< `closed program`: no other source belongs to it
};

/// Reads a file's text. All independent errors are reported; what could be understood is returned
/// in any case.
Spec parse_spec(std::string const& file, std::string_view text, rewrite::Diagnostics& diagnostics);

} // namespace specialize
