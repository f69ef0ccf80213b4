// SPDX-License-Identifier: BSD-2-Clause
// Plan files: JSON to plan and back.
#include "plan.hpp"

#include <rewrite/text/files.hpp>
#include <rewrite/text/json_fields.hpp>

namespace collapse {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::ObjectMapper;
using llvm::json::Path;
using llvm::json::Value;
using rewrite::has_only;
using rewrite::json_text;

namespace {

constexpr int64_t plan_version = 1;

bool are_decisions(std::map<std::string, std::string> const& decisions, Path path) {
    for (auto const& [base, decision] : decisions) {
        if (decision == "merged" || decision == "copied" || decision == "kept") continue;
        path.field(base).report("expected merged, copied or kept");
        return false;
    }
    return true;
}

} // namespace

static bool fromJSON(Value const& value, ApartUnit& unit, Path path) {
    ObjectMapper mapper(value, path);
    return has_only(value, {"source", "hash"}, path) && mapper.map("source", unit.source) &&
           mapper.map("hash", unit.hash);
}

static bool fromJSON(Value const& value, PlannedClass& planned, Path path) {
    ObjectMapper mapper(value, path);
    return has_only(value, {"name", "decisions", "definition_hash", "size_bytes", "apart"}, path) &&
           mapper.map("name", planned.name) && mapper.mapOptional("decisions", planned.decisions) &&
           mapper.mapOptional("definition_hash", planned.definition_hash) &&
           mapper.mapOptional("size_bytes", planned.size_bytes) &&
           mapper.mapOptional("apart", planned.apart) &&
           are_decisions(planned.decisions, path.field("decisions"));
}

static bool fromJSON(Value const& value, PlannedReference& reference, Path path) {
    ObjectMapper mapper(value, path);
    return has_only(value, {"owner", "member", "concrete"}, path) &&
           mapper.map("owner", reference.owner) && mapper.map("member", reference.member) &&
           mapper.map("concrete", reference.concrete);
}

static bool fromJSON(Value const& value, Plan& plan, Path path) {
    ObjectMapper mapper(value, path);
    return has_only(value,
                    {"version", "classes", "references", "sealed", "clones", "merged", "hash"},
                    path) &&
           mapper.mapOptional("classes", plan.classes) &&
           mapper.mapOptional("references", plan.references) &&
           mapper.mapOptional("sealed", plan.sealed) && mapper.mapOptional("clones", plan.clones) &&
           mapper.mapOptional("merged", plan.merged) && mapper.mapOptional("hash", plan.hash);
}

static Value toJSON(ApartUnit const& unit) {
    return Object{{"source", unit.source}, {"hash", unit.hash}};
}

static Value toJSON(PlannedClass const& planned) {
    Object decisions;
    for (auto const& [base, decision] : planned.decisions)
        decisions[base] = decision;
    return Object{{"name", planned.name},
                  {"decisions", std::move(decisions)},
                  {"definition_hash", planned.definition_hash},
                  {"size_bytes", planned.size_bytes},
                  {"apart", Array(planned.apart)}};
}

static Value toJSON(PlannedReference const& reference) {
    return Object{
        {"owner", reference.owner}, {"member", reference.member}, {"concrete", reference.concrete}};
}

std::optional<Plan> parse_plan(std::string const& file, std::string_view text,
                               rewrite::Diagnostics& diagnostics) {
    std::optional<Value> const value = parse_json(file, text, diagnostics);
    if (!value) return std::nullopt;
    return read_versioned<Plan>(*value, plan_version, file, "C0710", diagnostics);
}

std::string plan_text(Plan const& plan) {
    return json_text(Object{{"version", plan_version},
                            {"classes", Array(plan.classes)},
                            {"references", Array(plan.references)},
                            {"sealed", Array(plan.sealed)},
                            {"clones", plan.clones},
                            {"merged", plan.merged},
                            {"hash", plan.hash}});
}

} // namespace collapse
