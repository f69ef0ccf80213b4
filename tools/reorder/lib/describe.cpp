// SPDX-License-Identifier: BSD-2-Clause
// Describes a class for those who plan layouts: items in declared order, with what binds them.
#include "describe.hpp"

#include "checks.hpp"
#include "constructors.hpp"
#include "declared_needs.hpp"
#include "driver.hpp"
#include "shape.hpp"

#include <rewrite/syntax/clang.hpp>
#include <rewrite/text/files.hpp>
#include <rewrite/text/find_records.hpp>

#include <algorithm>

namespace reorder {

using llvm::json::Array;
using llvm::json::Object;
using rewrite::Diagnostics;
using rewrite::Unit;

namespace {

constexpr int64_t description_version = 1;

char const* together(ItemKind kind) {
    switch (kind) {
    case ItemKind::bit_fields:
        return "bit-fields beside each other share storage";
    case ItemKind::anonymous:
        return "they share an anonymous struct or union";
    default:
        return nullptr;
    }
}

Object described(Member const& member) {
    Object object{{"name", member.name},
                  {"offset", int64_t(member.offset_bits / 8)},
                  {"within", int64_t(member.within_bits / 8)}};
    if (member.is_bit_field) {
        object["bit"] = int64_t(member.offset_bits % 8);
        object["bits"] = int64_t(member.size_bits);
    } else {
        object["size"] = int64_t(member.size_bits / 8);
    }
    return object;
}

Object pinned(char const* place, char const* reason) {
    return Object{{"place", place}, {"reason", reason}};
}

Object described(Item const& item, FirstMemberUse const* first) {
    Array members;
    for (Member const& member : item.members)
        members.push_back(described(member));
    Object object{{"members", std::move(members)},
                  {"offset", int64_t(item.offset)},
                  {"size", int64_t(item.size)},
                  {"align", int64_t(item.align)}};
    if (char const* const reason = together(item.kind)) object["together"] = reason;
    if (item.kind == ItemKind::flexible_array) {
        object["pinned"] = pinned("last", "memory after the object may belong to it");
    } else if (first) {
        Object pin = pinned("first", "the object is taken for its first member");
        pin["file"] = first->place.file;
        pin["line"] = int64_t(first->place.line);
        object["pinned"] = std::move(pin);
    }
    return object;
}

Object described(rewrite::Diagnostic const& finding) {
    return Object{{"code", finding.code},
                  {"message", finding.message},
                  {"file", finding.place.file},
                  {"line", int64_t(finding.place.line)},
                  {"column", int64_t(finding.place.column)}};
}

/// Uses that no other order would serve, and those that only want the first member in its place.
std::vector<FirstMemberUse> find_uses(Unit const& unit, Shape const& shape,
                                      Diagnostics& obstacles) {
    if (!check_record(unit, *shape.record, obstacles)) return {};
    std::vector<Placed> order(shape.items.size());
    for (size_t i = 0; i < order.size(); ++i)
        order[i].item = i;
    return check_uses(unit, {Arrangement(shape, std::move(order))}, obstacles);
}

/// The first name of the item that a field belongs to; empty: it has none.
std::string name_of(Shape const& shape, clang::FieldDecl const& field) {
    for (Item const& item : shape.items)
        if (std::ranges::count(item.fields, &field) > 0 && !item.members.empty())
            return item.members.front().name;
    return {};
}

Array orders_of(Unit const& unit, Shape const& shape) {
    Array orders;
    for (KeptOrder const& each : kept_orders(unit, *shape.record)) {
        std::string const before = name_of(shape, *each.first);
        std::string const after = name_of(shape, *each.second);
        if (before.empty() || after.empty() || before == after) continue;
        orders.push_back(
            Object{{"before", before}, {"after", after}, {"reason", described(each.reason)}});
    }
    return orders;
}

Object described(Unit const& unit, clang::RecordDecl const& record) {
    Shape const shape = shape_of(record);
    Diagnostics obstacles('R');
    std::vector<FirstMemberUse> const first = find_uses(unit, shape, obstacles);
    check_other_declarations(unit, record, obstacles);
    Array items;
    for (Item const& item : shape.items)
        items.push_back(
            described(item, items.empty() && !first.empty() ? &first.front() : nullptr));
    Array refused;
    for (rewrite::Diagnostic const& each : obstacles.all())
        refused.push_back(described(each));
    return Object{{"format", "flatland-class"},
                  {"version", description_version},
                  {"name", rewrite::record_name(record)},
                  {"language", unit.context().getLangOpts().CPlusPlus ? "c++" : "c"},
                  {"size_bytes", int64_t(shape.size)},
                  {"align", int64_t(shape.align)},
                  {"begin", int64_t(shape.begin)},
                  {"items", std::move(items)},
                  {"order", orders_of(unit, shape)},
                  {"obstacles", std::move(refused)}};
}

std::optional<std::string> description(Options const& options, Diagnostics& diagnostics) {
    auto const command = command_of(options, diagnostics);
    if (!command) return std::nullopt;
    auto const text = rewrite::preprocess(*command, command->kind, diagnostics);
    if (!text) return std::nullopt;
    auto const unit = Unit::parse(*command, text->name, text->text, diagnostics);
    if (!unit) return std::nullopt;
    auto const found = rewrite::find_records(unit->context(), options.class_name);
    if (found.size() == 1 && !found.front()->isDependentContext())
        return rewrite::json_text(described(*unit, *found.front()));
    if (found.size() > 1)
        diagnostics.refuse("R0206", unit->place(found.back()->getLocation()),
                           "`" + options.class_name + "` names several classes",
                           "give the qualified name");
    else if (found.size() == 1)
        diagnostics.refuse("R0302", unit->place(found.front()->getLocation()),
                           "`" + options.class_name + "` is a class template");
    else
        diagnostics.refuse("R0114", {text->name},
                           "there is no class `" + options.class_name + "` here",
                           "name a class that the source or its headers define");
    return std::nullopt;
}

} // namespace

int describe(Options const& options) {
    Diagnostics diagnostics('R');
    if (auto const text = description(options, diagnostics))
        rewrite::write_text(options.output, *text, diagnostics);
    return report(options, diagnostics);
}

} // namespace reorder
