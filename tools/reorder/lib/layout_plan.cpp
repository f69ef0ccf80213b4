// SPDX-License-Identifier: BSD-2-Clause
// Layout plans: from JSON, strictly.
#include "layout_plan.hpp"

#include <rewrite/text/files.hpp>
#include <rewrite/text/json_fields.hpp>

#include <llvm/Support/MathExtras.h>

#include <set>

namespace reorder {

using llvm::json::ObjectMapper;
using llvm::json::Path;
using llvm::json::Value;
using rewrite::has_only;

namespace {

constexpr int64_t plan_version = 1;

bool is_alignment(uint64_t align, Path path) {
    if (align == 0 || llvm::isPowerOf2_64(align)) return true;
    path.report("expected a power of two");
    return false;
}

bool is_format(Value const& value, Path path) {
    auto const* const object = value.getAsObject();
    if (object && object->getString("format") == llvm::StringRef("flatland-layout")) return true;
    path.field("format").report("expected \"flatland-layout\"");
    return false;
}

/// Neither a class nor a member of one may be placed twice.
template<class Named>
bool are_different(std::vector<Named> const& all, Path path) {
    std::set<std::string> seen;
    for (size_t i = 0; i < all.size(); ++i) {
        if (!all[i].name.empty() && seen.insert(all[i].name).second) continue;
        if (all[i].name.empty())
            path.index(i).field("name").report("expected a name");
        else
            path.index(i).field("name").report("named before");
        return false;
    }
    return true;
}

} // namespace

static bool fromJSON(Value const& value, PlannedMember& member, Path path) {
    ObjectMapper mapper(value, path);
    return has_only(value, {"name", "offset", "padding_before", "align"}, path) &&
           mapper.map("name", member.name) && mapper.map("offset", member.offset) &&
           mapper.mapOptional("padding_before", member.padding_before) &&
           mapper.mapOptional("align", member.align) &&
           is_alignment(member.align, path.field("align"));
}

static bool fromJSON(Value const& value, PlannedClass& planned, Path path) {
    ObjectMapper mapper(value, path);
    return has_only(value, {"name", "size_bytes", "members"}, path) &&
           mapper.map("name", planned.name) && mapper.map("size_bytes", planned.size_bytes) &&
           mapper.map("members", planned.members) &&
           are_different(planned.members, path.field("members"));
}

static bool fromJSON(Value const& value, LayoutPlan& plan, Path path) {
    ObjectMapper mapper(value, path);
    return is_format(value, path) &&
           has_only(value, {"format", "version", "line_bytes", "reproducible", "classes"}, path) &&
           mapper.map("line_bytes", plan.line_bytes) &&
           mapper.mapOptional("reproducible", plan.reproducible) &&
           is_alignment(plan.line_bytes, path.field("line_bytes")) &&
           mapper.map("classes", plan.classes) &&
           are_different(plan.classes, path.field("classes"));
}

std::optional<LayoutPlan> parse_layout_plan(std::string const& file, std::string_view text,
                                            rewrite::Diagnostics& diagnostics) {
    std::optional<Value> const value = rewrite::parse_json(file, text, diagnostics);
    if (!value) return std::nullopt;
    return rewrite::read_versioned<LayoutPlan>(*value, plan_version, file, "R0201", diagnostics);
}

} // namespace reorder
