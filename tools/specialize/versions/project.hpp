// SPDX-License-Identifier: BSD-2-Clause
// A spec and the sources that it is about, read, checked and compiled to bitcode.
#pragma once

#include <specialize/facts/probe.hpp>
#include <specialize/scan/treatments.hpp>

#include <rewrite/text/edit_plan.hpp>

#include <functional>
#include <memory>

namespace specialize {

struct Project {
    Spec spec;
    Build build;
    std::vector<BoundEntry> entries;        ///< refer to `spec`
    std::vector<ProbedEntry> probed;        ///< of the entries
    std::vector<FactTreatments> treatments; ///< of the entries' facts
    std::vector<rewrite::EditPlan> guards;  ///< of the sources; empty: nothing is to be guarded
    std::string scan_obstacle;              ///< why no write was looked for; empty: all were
    std::vector<std::string> bitcode;       ///< of the sources, facts functions included
};

/// Null: refused, with all errors that do not depend on each other.
std::unique_ptr<Project> read_project(std::string const& spec_file,
                                      std::vector<std::string> const& command,
                                      rewrite::Diagnostics& diagnostics);

/// Sees the syntax tree of each source, perhaps several at once in threads of their own.
using SourceLook = std::function<void(clang::ASTContext& context, size_t source)>;

/// The same for a spec whose values are to be captured, without treatments and facts functions.
std::unique_ptr<Project> read_project_for_capture(std::string const& spec_file,
                                                  std::vector<std::string> const& command,
                                                  SourceLook const& look,
                                                  rewrite::Diagnostics& diagnostics);

/// Compiles all sources again, with this text after each. False: refused.
bool compile_behind(Project& project, std::function<std::string(size_t source)> const& text_of,
                    rewrite::Diagnostics& diagnostics);

} // namespace specialize
