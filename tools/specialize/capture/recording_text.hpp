// SPDX-License-Identifier: BSD-2-Clause
// Functions that record what a spec leaves to be captured, as text after a source.
#pragma once

#include "captured_facts.hpp"
#include "symbols.hpp"

#include <specialize/versions/project.hpp>

namespace specialize {

/// Each source's symbols that name pointers.
using SourceSymbols = std::vector<std::vector<NamedSymbol>>;

/// The symbol of an entry's recording function: it has the entry's parameters.
std::string recording_symbol(Entry const& entry);

/// Tables of symbols have names that begin so.
constexpr std::string_view symbol_table_prefix = "flatland_symbols_";

/// What to put after a source: its table, and the recording functions of its entries.
std::string recording_text(Project const& project, SourceSymbols const& symbols, size_t source);

} // namespace specialize
