// SPDX-License-Identifier: BSD-2-Clause
// Scans small programs for tests: sources in, obligations as lines of text out.
#pragma once

#include <specialize/scan/obligations.hpp>

#include <memory>
#include <string>
#include <vector>

namespace specialize {

struct SourceText {
    std::string name; ///< ends in `.c` or `.cpp`
    std::string text;
};

struct Question {
    std::vector<SourceText> sources;
    std::vector<std::string> path; ///< as "handle.x" or "global", in any source
    std::vector<std::string> until = {};
    std::string entry = "entry";
    long value = -1; ///< negative: none
    bool is_testable = true;
    bool is_closed = true;
};

std::unique_ptr<rewrite::Unit> parsed(SourceText const& source);

/// As "handle.x" or "name"; null: not in this source.
clang::ValueDecl const* find_value(rewrite::Unit const& unit, std::string const& name);

/// Owns what the obligations point into.
struct Scanned {
    std::vector<std::unique_ptr<rewrite::Unit>> units;
    Obligations obligations;
    rewrite::Diagnostics diagnostics{'S'};

    /// As "assignment guarded h->x = 1", the assumption about other sources left out.
    std::vector<std::string> lines() const;
    std::vector<std::string> codes() const;

    /// The text of a source with its guards.
    std::string guarded(size_t source) const;
};

std::unique_ptr<Scanned> scan(Question const& question);

/// One source of C or C++ with `entry`, and the member `handle.x`.
std::vector<std::string> lines_c(std::string const& text);
std::vector<std::string> lines_cxx(std::string const& text);

} // namespace specialize
