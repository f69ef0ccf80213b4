// SPDX-License-Identifier: BSD-2-Clause
// Writes the facts functions.
#include "facts_text.hpp"

#include <specialize/facts/fact_checks.hpp>
#include <specialize/facts/placed_text.hpp>
#include <specialize/facts/sessions.hpp>

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

namespace specialize {
namespace {

/// Which of a fact's expected values a version has: the versions count through all choices.
size_t chosen_value(Entry const& entry, SpecFact const& fact, size_t version) {
    for (SpecFact const& each : entry.facts) {
        if (&each == &fact) return version % each.values.size();
        if (each.kind == FactKind::expect) version /= each.values.size();
    }
    return 0;
}

class Writer {
public:
    Writer(BoundEntry const& bound, ProbedEntry const& probed, FactTreatments const& treatments,
           rewrite::Language language)
        : bound_(bound), probed_(probed), treatments_(treatments),
          is_cxx_(language == rewrite::Language::cxx) {}

    std::string version(size_t version) {
        Entry const& entry = *bound_.entry;
        text_.at(entry.name.place);
        text_.put("extern __attribute__((noinline, optnone, used)) void " +
                  facts_symbol(entry, version) + declared_parameters(bound_.function) + " {\n");
        for (size_t i = 0; i < entry.facts.size(); ++i) {
            text_.at(entry.facts[i].path.place);
            put(entry.facts[i], probed_[i], i, version);
        }
        text_.put("}\n");
        return text_.text();
    }

private:
    void put(SpecFact const& fact, ProbedFact const& probed, size_t number, size_t version) {
        Entry const& entry = *bound_.entry;
        switch (fact.kind) {
        case FactKind::value:
            return assign(fact, probed, fact.values.front(), number);
        case FactKind::expect:
            return assign(fact, probed, fact.values[chosen_value(entry, fact, version)], number);
        case FactKind::likely:
            for (Text const& value : fact.values) {
                begin_fact(number);
                text_.put("flatland_likely((const void *)(").put(fact.writer).put("));\n");
                put_value(fact, probed, value);
            }
            return;
        case FactKind::type:
            if (probed.table) assign_table(fact, *probed.table, number);
            return;
        case FactKind::dynamic:
            return object(fact, probed, number);
        case FactKind::size:
            if (!has_dynamic(fact))
                put_object(fact.path, fact.values.front(), number, Treatment::tested);
            return;
        case FactKind::session:
            return session(fact, probed, number);
        case FactKind::session_object:
            return session_object(fact, number);
        }
    }

    Text own(Text const& text) const { return with_self(text, bound_.function); }

    void begin_fact(size_t number) { begin_path(number, treatments_[number].treatment); }

    void begin_path(size_t number, Treatment treatment) {
        text_.put("flatland_fact(" + std::to_string(number) + ", " +
                  std::to_string(mark_of(treatment)) + ");\n");
    }

    /// Holes are counted in the order of the facts, as session_text reads them.
    void session(SpecFact const& fact, ProbedFact const& probed, size_t number) {
        std::string leaves = std::to_string(probed.leaves.size());
        for (ScalarLeaf const& each : probed.leaves)
            leaves += ", " + std::to_string(each.offset) + ", " + std::to_string(each.bytes);
        begin_fact(number); // For what the path leads through.
        text_.put("flatland_session(" + std::to_string(number) + ", " +
                  std::to_string(mark_of(treatments_[number].treatment)) + ", " +
                  std::to_string(holes_) + ", (const void *)&(");
        text_.put(own(fact.path)).put("), " + leaves + ");\n");
        holes_ += probed.leaves.size();
    }

    void session_object(SpecFact const& fact, size_t number) {
        text_.put("flatland_session_object(" + std::to_string(number) + ", " +
                  std::to_string(holes_++) + ", " + object_address(fact, bound_.function) + ");\n");
    }

    void assign(SpecFact const& fact, ProbedFact const& probed, Text const& value, size_t number) {
        begin_fact(number);
        put_value(fact, probed, value);
    }

    void put_value(SpecFact const& fact, ProbedFact const& probed, Text const& value) {
        if (probed.is_const)
            text_.put(is_cxx_ ? "*const_cast<__remove_cv(__typeof__(" : "*(__typeof_unqual__(")
                .put(own(fact.path))
                .put(is_cxx_ ? ")) *>(&(" : ") *)(&(")
                .put(own(fact.path))
                .put("))");
        else
            text_.put(own(fact.path));
        text_.put("=").put(own(value)).put(";\n");
    }

    void assign_table(SpecFact const& fact, TableAddress const& table, size_t number) {
        TableText const text(bound_.entry->version.text + "_" + std::to_string(number), table);
        text_.put(text.declaration);
        begin_fact(number);
        text_.put("*(const void *const **)(").put(own(fact.path));
        text_.put(") = " + text.address + ";\n");
    }

    /// Nothing is known of a parameter in any case.
    void object(SpecFact const& fact, ProbedFact const& probed, size_t number) {
        if (probed.is_parameter || probed.is_bit_field) return;
        Treatment const treatment = fact.is_promised ? Treatment::promised : Treatment::tested;
        if (SpecFact const* const size = size_of(fact, *bound_.entry)) {
            put_object(without_star(fact.path), size->values.front(), number, treatment);
        } else {
            begin_path(number, treatment);
            text_.put("flatland_object(" + std::to_string(number) + ", (const void *)&(")
                .put(own(fact.path));
            if (probed.is_element) // that there are no others after it is stated by a size
                text_.put("), 0);\n");
            else
                text_.put("), sizeof(").put(own(fact.path)).put("));\n");
        }
        if (fact.is_promised)
            text_.put("flatland_apart((const void *)&(").put(own(fact.path)).put("));\n");
        if (fact.is_alone)
            text_.put("flatland_alone((const void *)&(").put(own(fact.path)).put("));\n");
    }

    void put_object(Text const& pointer, Text const& size, size_t number, Treatment treatment) {
        begin_path(number, treatment);
        text_.put("flatland_object(" + std::to_string(number) + ", (const void *)(")
            .put(own(without_star(pointer)))
            .put("),")
            .put(own(size))
            .put(");\n");
    }

    bool has_dynamic(SpecFact const& size) const {
        for (SpecFact const& each : bound_.entry->facts)
            if (each.kind == FactKind::dynamic && size_of(each, *bound_.entry) == &size)
                return true;
        return false;
    }

    BoundEntry const& bound_;
    ProbedEntry const& probed_;
    FactTreatments const& treatments_;
    bool is_cxx_;
    PlacedText text_;
    size_t holes_ = 0; ///< so far
};

constexpr std::string_view declarations =
    "extern void flatland_fact(int, int);\n"
    "extern void flatland_object(int, const void *, unsigned long);\n"
    "extern void flatland_apart(const void *);\n"
    "extern void flatland_alone(const void *);\n"
    "extern void flatland_likely(const void *);\n"
    "extern void flatland_session(int, int, int, const void *, int, ...);\n"
    "extern void flatland_session_object(int, int, const void *);\n";

} // namespace

std::string facts_symbol(Entry const& entry, size_t version) {
    return "flatland_facts_" + entry.version.text + "_" + std::to_string(version);
}

std::string keeping_text(BoundEntry const& bound, rewrite::Language language) {
    bool const is_cxx = language == rewrite::Language::cxx;
    Function const& function = bound.function;
    std::string const last = function.name.substr(function.name.rfind(':') + 1); // npos + 1 is 0
    std::string const arguments = forwarded_arguments(function, language);
    std::string const callee = function.class_name.empty()
                                   ? (is_cxx ? "::" : "") + function.name
                                   : "self->" + function.class_name + "::" + last;
    PlacedText text;
    text.at(bound.entry->name.place);
    text.put("extern __attribute__((used)) void flatland_keep_" + bound.entry->version.text +
             declared_parameters(function) + " { " + callee + "(" + arguments + "); }\n");
    return text.text();
}

std::string facts_text(std::vector<BoundEntry> const& entries,
                       std::vector<ProbedEntry> const& probed,
                       std::vector<FactTreatments> const& treatments, size_t source,
                       rewrite::Language language) {
    bool const is_cxx = language == rewrite::Language::cxx;
    std::string text =
        is_cxx ? "extern \"C\" {\n" + std::string(declarations) : std::string(declarations);
    for (size_t number = 0; number < entries.size(); ++number) {
        BoundEntry const& bound = entries[number];
        if (bound.source != source) continue;
        text += opened_namespaces(bound.function) + keeping_text(bound, language);
        for (size_t version = 0; version < version_count(*bound.entry); ++version)
            text += Writer(bound, probed[number], treatments[number], language).version(version);
        text += closed_namespaces(bound.function);
    }
    return text + (is_cxx ? "}\n" : "");
}

std::string shown(SpecFact const& fact, Entry const& entry, size_t version) {
    switch (fact.kind) {
    case FactKind::value:
        return fact.path.text + " = " + fact.values.front().text;
    case FactKind::type:
        return fact.path.text + " is " + fact.values.front().text;
    case FactKind::size:
        return "sizeof " + fact.path.text + " = " + fact.values.front().text;
    case FactKind::expect:
        return fact.path.text + " = " + fact.values[chosen_value(entry, fact, version)].text;
    case FactKind::likely:
        return fact.path.text + " in {" +
               llvm::join(llvm::map_range(fact.values, [](Text const& each) { return each.text; }),
                          ", ") +
               "} when " + fact.writer.text + " writes it";
    case FactKind::dynamic:
    case FactKind::session:
    case FactKind::session_object:
        return fact.path.text;
    }
    return {};
}

} // namespace specialize
