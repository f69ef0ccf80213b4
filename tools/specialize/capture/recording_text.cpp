// SPDX-License-Identifier: BSD-2-Clause
// Writes recording functions: for each fact a test of the pointers on its path, then its leaves.
#include "recording_text.hpp"

#include "recorder_text.hpp"

#include <specialize/facts/placed_text.hpp>
#include <specialize/scan/facts_text.hpp>

namespace specialize {
namespace {

std::string quoted(std::string const& text) {
    std::string result = "\"";
    for (char const each : text) {
        if (each == '"' || each == '\\') result += '\\';
        result += each;
    }
    return result + "\"";
}

std::string source_name(size_t source) {
    return "flatland_source_" + std::to_string(source);
}

/// `(const void *)` of a function is no constant for C++, but clang makes it one.
std::string symbol_table(std::vector<NamedSymbol> const& symbols, size_t number,
                         Source const& source) {
    bool const is_cxx = source.language == rewrite::Language::cxx;
    std::string const table = std::string(symbol_table_prefix) + std::to_string(number);
    std::string text = "const struct flatland_symbol " + table + "[] = {\n";
    for (NamedSymbol const& each : symbols)
        text += "{" + quoted(each.name) + ", (const void *)&" + (is_cxx ? "::" : "") + each.name +
                ", " + std::to_string(each.is_function ? 0 : each.shape->size_bytes) + "},\n";
    text = (is_cxx ? "extern " : "") + text + "{0, 0, 0}};\n";
    text += "static struct flatland_source " + source_name(number) + " = {" + quoted(source.file) +
            ", " + table + "};\n";
    return text + "static __attribute__((constructor)) void flatland_register_" +
           source_name(number) + "(void) { flatland_capture_register_source(&" +
           source_name(number) + "); }\n";
}

class Writer {
public:
    Writer(BoundEntry const& bound, ProbedEntry const& probed)
        : bound_(bound), version_(bound.entry->version.text),
          facts_(captured_facts(bound, probed)) {}

    std::string run(size_t source) {
        text_.at(bound_.entry->name.place);
        put_leaves();
        text_.put("static struct flatland_entry flatland_entry_" + version_ + " = {" +
                  quoted(version_) + ", flatland_leaves_" + version_ + ", " +
                  std::to_string(leaf_count_) + ", &" + source_name(source) + "};\n");
        text_.put("static __attribute__((constructor)) void flatland_register_" + version_ +
                  "(void) { flatland_capture_register(&flatland_entry_" + version_ + "); }\n");
        put_function();
        return text_.text();
    }

private:
    void put_leaves() {
        text_.put("static struct flatland_leaf flatland_leaves_" + version_ + "[] = {\n");
        for (CapturedFact const& fact : facts_)
            for (CapturedLeaf const& leaf : fact.leaves) {
                bool const is_pointer = leaf.shape->kind == ShapeKind::pointer;
                text_.put("{" + quoted(leaf.path) + ", " + std::to_string(recorded_bytes(leaf)) +
                          ", " + (is_pointer ? "1" : "0") + "},\n");
                ++leaf_count_;
            }
        // A table without elements is no table in C.
        text_.put("{0}};\n");
    }

    void put_function() {
        std::string const entry = "&flatland_entry_" + version_;
        text_.put("extern __attribute__((noinline, used)) void " + recording_symbol(*bound_.entry) +
                  declared_parameters(bound_.function) + " {\n");
        text_.put("if (!flatland_capture_begin(" + entry + ")) return;\n");
        size_t first = 0;
        for (CapturedFact const& fact : facts_) {
            put_fact(fact, first);
            first += fact.leaves.size();
        }
        text_.at(bound_.entry->name.place);
        text_.put("flatland_capture_end(" + entry + ");\n}\n");
    }

    void put_fact(CapturedFact const& fact, size_t first) {
        text_.at(fact.fact->path.place);
        std::string condition;
        for (std::string const& each : fact.pointers)
            condition += (condition.empty() ? "(" : " && (") + each + ") != 0";
        text_.put("if (" + (condition.empty() ? "1" : condition) + ") {\n");
        for (size_t i = 0; i < fact.leaves.size(); ++i)
            put_leaf(fact.leaves[i], first + i);
        text_.put("} else flatland_capture_unreached(&flatland_entry_" + version_ + ", " +
                  leaf_name(first) + ", " + std::to_string(fact.leaves.size()) + ");\n");
    }

    void put_leaf(CapturedLeaf const& leaf, size_t number) {
        std::string const begin =
            "flatland_capture_leaf(&flatland_entry_" + version_ + ", " + leaf_name(number) + ", ";
        if (leaf.is_bit_field)
            text_.put("{ __UINT64_TYPE__ flatland_bits = (__UINT64_TYPE__)(" + leaf.expression +
                      "); " + begin + "&flatland_bits); }\n");
        else
            text_.put(begin + "(const void *)__builtin_addressof(" + leaf.expression + "));\n");
    }

    std::string leaf_name(size_t number) const {
        return "&flatland_leaves_" + version_ + "[" + std::to_string(number) + "]";
    }

    BoundEntry const& bound_;
    std::string version_;
    std::vector<CapturedFact> facts_;
    size_t leaf_count_ = 0;
    PlacedText text_;
};

} // namespace

std::string recording_symbol(Entry const& entry) {
    return "flatland_record_" + entry.version.text;
}

std::string recording_text(Project const& project, SourceSymbols const& symbols, size_t source) {
    Source const& own = project.build.sources[source];
    bool const is_cxx = own.language == rewrite::Language::cxx;
    std::string text = is_cxx ? "extern \"C\" {\n" : "";
    text += recorder_declarations();
    text += symbol_table(symbols[source], source, own);
    for (size_t number = 0; number < project.entries.size(); ++number) {
        BoundEntry const& bound = project.entries[number];
        if (bound.source != source) continue;
        text += opened_namespaces(bound.function) + keeping_text(bound, own.language);
        text += Writer(bound, project.probed[number]).run(source);
        text += closed_namespaces(bound.function);
    }
    return text + (is_cxx ? "}\n" : "");
}

} // namespace specialize
