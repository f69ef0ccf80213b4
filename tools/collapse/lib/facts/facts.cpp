// SPDX-License-Identifier: BSD-2-Clause
// Facts files: JSON to facts and back.
#include "facts.hpp"

#include <rewrite/text/files.hpp>
#include <rewrite/text/json_fields.hpp>

namespace rewrite {

using llvm::json::Object;
using llvm::json::ObjectMapper;
using llvm::json::Path;
using llvm::json::Value;

static bool fromJSON(Value const& value, Place& place, Path path) {
    ObjectMapper mapper(value, path);
    uint64_t line = 0;
    uint64_t column = 0;
    if (!has_only(value, {"file", "line", "column"}, path) || !mapper.map("file", place.file) ||
        !mapper.map("line", line) || !mapper.map("column", column))
        return false;
    place.line = static_cast<uint32_t>(line);
    place.column = static_cast<uint32_t>(column);
    return true;
}

static Value toJSON(Place const& place) {
    return Object{{"file", place.file}, {"line", place.line}, {"column", place.column}};
}

} // namespace rewrite

namespace collapse {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::ObjectMapper;
using llvm::json::Path;
using llvm::json::Value;
using rewrite::has_only;
using rewrite::json_text;

namespace {

constexpr int64_t facts_version = 2;

} // namespace

static bool fromJSON(Value const& value, BaseFact& base, Path path) {
    ObjectMapper mapper(value, path);
    return has_only(value, {"name", "access", "virtual"}, path) && mapper.map("name", base.name) &&
           mapper.map("access", base.access) && mapper.map("virtual", base.is_virtual);
}

static bool fromJSON(Value const& value, MethodFact& method, Path path) {
    ObjectMapper mapper(value, path);
    return has_only(value, {"name", "type", "virtual"}, path) && mapper.map("name", method.name) &&
           mapper.map("type", method.type) && mapper.map("virtual", method.is_virtual);
}

static bool fromJSON(Value const& value, FieldFact& field, Path path) {
    ObjectMapper mapper(value, path);
    return has_only(value, {"name", "type"}, path) && mapper.map("name", field.name) &&
           mapper.map("type", field.type);
}

static bool fromJSON(Value const& value, ClassFact& each, Path path) {
    ObjectMapper mapper(value, path);
    return has_only(value,
                    {"name", "place", "complete", "abstract", "hash", "size_bytes", "bases",
                     "methods", "fields", "mentions"},
                    path) &&
           mapper.map("name", each.name) && mapper.map("place", each.place) &&
           mapper.map("complete", each.is_complete) &&
           mapper.mapOptional("abstract", each.is_abstract) &&
           mapper.mapOptional("hash", each.hash) &&
           mapper.mapOptional("size_bytes", each.size_bytes) &&
           mapper.mapOptional("bases", each.bases) && mapper.mapOptional("methods", each.methods) &&
           mapper.mapOptional("fields", each.fields) &&
           mapper.mapOptional("mentions", each.mentions);
}

static bool fromJSON(Value const& value, UseFact& use, Path path) {
    ObjectMapper mapper(value, path);
    return has_only(value, {"kind", "class", "place"}, path) && mapper.map("kind", use.kind) &&
           mapper.map("class", use.name) && mapper.map("place", use.place);
}

static bool fromJSON(Value const& value, ConversionFact& conversion, Path path) {
    ObjectMapper mapper(value, path);
    return has_only(value, {"derived", "base", "place"}, path) &&
           mapper.map("derived", conversion.derived) && mapper.map("base", conversion.base) &&
           mapper.map("place", conversion.place);
}

static bool fromJSON(Value const& value, DefinitionFact& definition, Path path) {
    ObjectMapper mapper(value, path);
    return has_only(value, {"class", "member", "place"}, path) &&
           mapper.map("class", definition.name) && mapper.map("member", definition.member) &&
           mapper.map("place", definition.place);
}

static bool fromJSON(Value const& value, ExchangeFact& exchange, Path path) {
    ObjectMapper mapper(value, path);
    return has_only(value, {"kind", "name", "defined", "mentions", "mangled", "depends", "place"},
                    path) &&
           mapper.map("kind", exchange.kind) && mapper.map("name", exchange.name) &&
           mapper.map("defined", exchange.is_defined) &&
           mapper.mapOptional("mentions", exchange.mentions) &&
           mapper.mapOptional("mangled", exchange.mangled) &&
           mapper.mapOptional("depends", exchange.depends) && mapper.map("place", exchange.place);
}

static bool fromJSON(Value const& value, InstanceFact& instance, Path path) {
    ObjectMapper mapper(value, path);
    return has_only(value, {"name", "told_apart", "place"}, path) &&
           mapper.map("name", instance.name) && mapper.map("told_apart", instance.is_told_apart) &&
           mapper.map("place", instance.place);
}

static bool fromJSON(Value const& value, UnitFacts& facts, Path path) {
    ObjectMapper mapper(value, path);
    return has_only(value,
                    {"version", "source", "command", "hash", "classes", "uses", "conversions",
                     "definitions", "exchanges", "instances"},
                    path) &&
           mapper.map("source", facts.source) && mapper.map("command", facts.command) &&
           mapper.map("hash", facts.hash) && mapper.map("classes", facts.classes) &&
           mapper.map("uses", facts.uses) && mapper.map("conversions", facts.conversions) &&
           mapper.map("definitions", facts.definitions) &&
           mapper.map("exchanges", facts.exchanges) && mapper.map("instances", facts.instances);
}

static Value toJSON(BaseFact const& base) {
    return Object{{"name", base.name}, {"access", base.access}, {"virtual", base.is_virtual}};
}

static Value toJSON(MethodFact const& method) {
    return Object{{"name", method.name}, {"type", method.type}, {"virtual", method.is_virtual}};
}

static Value toJSON(FieldFact const& field) {
    return Object{{"name", field.name}, {"type", field.type}};
}

static Value toJSON(ClassFact const& each) {
    Object object{
        {"name", each.name}, {"place", toJSON(each.place)}, {"complete", each.is_complete}};
    if (!each.is_complete) return object;
    object["abstract"] = each.is_abstract;
    object["hash"] = each.hash;
    object["size_bytes"] = each.size_bytes;
    object["bases"] = Array(each.bases);
    object["methods"] = Array(each.methods);
    object["fields"] = Array(each.fields);
    object["mentions"] = Array(each.mentions);
    return object;
}

static Value toJSON(UseFact const& use) {
    return Object{{"kind", use.kind}, {"class", use.name}, {"place", toJSON(use.place)}};
}

static Value toJSON(ConversionFact const& conversion) {
    return Object{{"derived", conversion.derived},
                  {"base", conversion.base},
                  {"place", toJSON(conversion.place)}};
}

static Value toJSON(DefinitionFact const& definition) {
    return Object{{"class", definition.name},
                  {"member", definition.member},
                  {"place", toJSON(definition.place)}};
}

static Value toJSON(ExchangeFact const& exchange) {
    return Object{{"kind", exchange.kind},
                  {"name", exchange.name},
                  {"defined", exchange.is_defined},
                  {"mentions", Array(exchange.mentions)},
                  {"mangled", Array(exchange.mangled)},
                  {"depends", Array(exchange.depends)},
                  {"place", toJSON(exchange.place)}};
}

static Value toJSON(InstanceFact const& instance) {
    return Object{{"name", instance.name},
                  {"told_apart", instance.is_told_apart},
                  {"place", toJSON(instance.place)}};
}

std::optional<UnitFacts> parse_facts(std::string const& file, std::string_view text,
                                     rewrite::Diagnostics& diagnostics) {
    std::optional<Value> const value = parse_json(file, text, diagnostics);
    if (!value) return std::nullopt;
    return read_versioned<UnitFacts>(*value, facts_version, file, "C0710", diagnostics);
}

std::string facts_text(UnitFacts const& facts) {
    return json_text(Object{{"version", facts_version},
                            {"source", facts.source},
                            {"command", Array(facts.command)},
                            {"hash", facts.hash},
                            {"classes", Array(facts.classes)},
                            {"uses", Array(facts.uses)},
                            {"conversions", Array(facts.conversions)},
                            {"definitions", Array(facts.definitions)},
                            {"exchanges", Array(facts.exchanges)},
                            {"instances", Array(facts.instances)}});
}

} // namespace collapse
