// SPDX-License-Identifier: BSD-2-Clause
// What recording programs wrote: values of leaves, and at how many calls they were seen.
#pragma once

#include <rewrite/text/diagnostic.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace specialize {

enum class SeenKind {
    number,    ///< its bytes, from the lowest address on
    null,      ///< a pointer to nothing
    symbol,    ///< a pointer into a function or a variable
    elsewhere, ///< another pointer, which is right in its own run alone
};

struct SeenValue {
    SeenKind kind = SeenKind::number;
    std::string bytes;  ///< of a number
    std::string symbol; ///< its name
    std::string source; ///< whose name that is; empty: it is the entry's own source
    uint64_t offset = 0;
    uint64_t calls = 0;
    uint64_t first_call = 0;
};

struct SeenLeaf {
    std::string path;
    uint64_t size_bytes = 0;
    uint64_t unreached = 0; ///< calls at which a pointer on the path was null
    uint64_t first_unreached = 0;
    bool has_more = false; ///< there were more values than are listed
    std::vector<SeenValue> values;
};

struct SeenEntry {
    std::string version;
    uint64_t calls = 0;  ///< that were recorded
    uint64_t missed = 0; ///< that could not be recorded
    std::vector<SeenLeaf> leaves;

    /// Null: no such leaf was recorded.
    SeenLeaf const* leaf(std::string const& path) const;
};

struct CaptureRecord {
    bool is_complete = true; ///< false: a run ended by a signal or `_exit`
    std::vector<SeenEntry> entries;

    SeenEntry const* entry(std::string const& version) const;
};

/// Most values that a record lists of one leaf.
constexpr size_t most_seen_values = 4;

/// Reads the text of one record. Nothing: refused (S0421).
std::optional<CaptureRecord> parse_record(std::string const& file, std::string_view text,
                                          rewrite::Diagnostics& diagnostics);

/// Adds what another run saw.
void merge(CaptureRecord& record, CaptureRecord const& other);

} // namespace specialize
