// SPDX-License-Identifier: BSD-2-Clause
// Reads records as JSON, strictly, and joins those of several runs.
#include "capture_record.hpp"

#include <rewrite/text/files.hpp>
#include <rewrite/text/json_fields.hpp>

#include <algorithm>

namespace specialize {

namespace json = llvm::json;

namespace {

template<typename T>
T const* found(std::vector<T> const& all, std::string T::* name, std::string const& wanted) {
    auto const at = std::ranges::find(all, wanted, name);
    return at == all.end() ? nullptr : &*at;
}

bool read_bytes(std::string const& digits, std::string& bytes, json::Path path) {
    bool const is_whole = !digits.empty() && digits.size() % 2 == 0;
    bool const is_number = is_whole && llvm::tryGetFromHex(digits, bytes);
    if (!is_number || bytes.size() > 8) path.report("expected 1 to 8 bytes");
    return is_number && bytes.size() <= 8;
}

/// A count: no number below 0.
bool read_count(json::ObjectMapper& object, llvm::StringLiteral name, uint64_t& count,
                json::Path path) {
    int64_t number = 0;
    if (!object.map(name, number)) return false;
    if (number < 0) path.field(name).report("expected no number below 0");
    count = uint64_t(number);
    return number >= 0;
}

} // namespace

bool fromJSON(json::Value const& value, SeenValue& seen, json::Path path) {
    std::string digits;
    bool is_null = false;
    bool is_elsewhere = false;
    json::ObjectMapper object(value, path);
    bool const is_known =
        rewrite::has_only(
            value,
            {"bytes", "null", "symbol", "offset", "source", "elsewhere", "calls", "first_call"},
            path) &&
        object && object.mapOptional("bytes", digits) && object.mapOptional("null", is_null) &&
        object.mapOptional("elsewhere", is_elsewhere) &&
        object.mapOptional("symbol", seen.symbol) && object.mapOptional("source", seen.source) &&
        read_count(object, "calls", seen.calls, path) &&
        read_count(object, "first_call", seen.first_call, path);
    if (!is_known) return false;
    if (!seen.symbol.empty()) {
        seen.kind = SeenKind::symbol;
        return read_count(object, "offset", seen.offset, path);
    }
    if (is_null || is_elsewhere) {
        seen.kind = is_null ? SeenKind::null : SeenKind::elsewhere;
        return true;
    }
    return read_bytes(digits, seen.bytes, path.field("bytes"));
}

bool fromJSON(json::Value const& value, SeenLeaf& seen, json::Path path) {
    json::ObjectMapper object(value, path);
    bool const is_read =
        rewrite::has_only(value, {"path", "size", "unreached", "first_unreached", "more", "values"},
                          path) &&
        object && object.map("path", seen.path) &&
        read_count(object, "size", seen.size_bytes, path) &&
        read_count(object, "unreached", seen.unreached, path) &&
        read_count(object, "first_unreached", seen.first_unreached, path) &&
        object.map("more", seen.has_more) && object.map("values", seen.values);
    if (!is_read) return false;
    bool const is_few = seen.values.size() <= most_seen_values;
    bool const has_size = std::ranges::all_of(seen.values, [&](SeenValue const& each) {
        return each.kind != SeenKind::number || each.bytes.size() == seen.size_bytes;
    });
    if (!is_few) path.field("values").report("more values than are recorded");
    if (is_few && !has_size) path.field("values").report("a value of another size");
    return is_few && has_size;
}

bool fromJSON(json::Value const& value, SeenEntry& seen, json::Path path) {
    json::ObjectMapper object(value, path);
    return rewrite::has_only(value, {"version", "calls", "missed", "leaves"}, path) && object &&
           object.map("version", seen.version) && read_count(object, "calls", seen.calls, path) &&
           read_count(object, "missed", seen.missed, path) && object.map("leaves", seen.leaves);
}

bool fromJSON(json::Value const& value, CaptureRecord& record, json::Path path) {
    json::ObjectMapper object(value, path);
    return rewrite::has_only(value, {"version", "complete", "entries"}, path) && object &&
           object.map("complete", record.is_complete) && object.map("entries", record.entries);
}

namespace {

/// Two pointers elsewhere are never the same, as far as anyone knows.
bool are_same(SeenValue const& a, SeenValue const& b) {
    return a.kind == b.kind && a.bytes == b.bytes && a.symbol == b.symbol && a.offset == b.offset &&
           a.source == b.source && a.kind != SeenKind::elsewhere;
}

void merge(SeenLeaf& leaf, SeenLeaf const& other) {
    leaf.unreached += other.unreached;
    if (leaf.first_unreached == 0) leaf.first_unreached = other.first_unreached;
    leaf.has_more |= other.has_more || leaf.size_bytes != other.size_bytes;
    for (SeenValue const& value : other.values) {
        auto const same = std::ranges::find_if(
            leaf.values, [&](SeenValue const& each) { return are_same(each, value); });
        if (same != leaf.values.end())
            same->calls += value.calls;
        else if (leaf.values.size() < most_seen_values)
            leaf.values.push_back(value);
        else
            leaf.has_more = true;
    }
}

void merge(SeenEntry& entry, SeenEntry const& other) {
    entry.calls += other.calls;
    entry.missed += other.missed;
    for (SeenLeaf const& leaf : other.leaves) {
        auto const same = std::ranges::find(entry.leaves, leaf.path, &SeenLeaf::path);
        if (same == entry.leaves.end())
            entry.leaves.push_back(leaf);
        else
            merge(*same, leaf);
    }
}

} // namespace

SeenLeaf const* SeenEntry::leaf(std::string const& path) const {
    return found(leaves, &SeenLeaf::path, path);
}

SeenEntry const* CaptureRecord::entry(std::string const& version) const {
    return found(entries, &SeenEntry::version, version);
}

std::optional<CaptureRecord> parse_record(std::string const& file, std::string_view text,
                                          rewrite::Diagnostics& diagnostics) {
    auto value = json::parse(text);
    if (value) return rewrite::read_versioned<CaptureRecord>(*value, 1, file, "S0421", diagnostics);
    diagnostics.refuse("S0421", {file}, "this is no record: " + llvm::toString(value.takeError()),
                       "give what a program with the object of `specialize capture` wrote");
    return std::nullopt;
}

void merge(CaptureRecord& record, CaptureRecord const& other) {
    record.is_complete &= other.is_complete;
    for (SeenEntry const& entry : other.entries) {
        auto const same = std::ranges::find(record.entries, entry.version, &SeenEntry::version);
        if (same == record.entries.end())
            record.entries.push_back(entry);
        else
            merge(*same, entry);
    }
}

} // namespace specialize
