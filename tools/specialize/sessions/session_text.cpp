// SPDX-License-Identifier: BSD-2-Clause
// The text reads each path twice: before code is made of its value, and again once every write to
// it would be noticed.
#include "session_text.hpp"

#include <specialize/facts/placed_text.hpp>
#include <specialize/facts/sessions.hpp>
#include <specialize/scan/facts_text.hpp>
#include <specialize/source/places.hpp>

#include <algorithm>

namespace specialize {
namespace {

class Writer {
public:
    Writer(BoundEntry const& bound, ProbedEntry const& probed, FactTreatments const& treatments,
           rewrite::Language language)
        : bound_(bound), probed_(probed), treatments_(treatments), language_(language),
          opening_(opening_function(bound)), version_(bound.entry->version.text) {}

    /// Variables have no namespace, as guards in other sources declare them, too.
    std::string invariants() {
        PlacedText text;
        text.at(bound_.entry->name.place);
        for (size_t i = 0; i < facts().size(); ++i)
            if (!probed_[i].is_parameter)
                text.put("struct FlatlandInvariant " + invariant(i) + ";\n");
        return text.text();
    }

    std::string functions() {
        text_.at(bound_.entry->name.place);
        put_slot();
        put_reading();
        put_check();
        put_open();
        text_.put("extern int " + version_ + "_close(void) { return flatland_session_close(&" +
                  version_ + "_slot); }\n");
        return text_.text();
    }

private:
    std::vector<SpecFact> const& facts() const { return bound_.entry->facts; }

    std::string named(std::string const& what) const { return "flatland_" + what + "_" + version_; }

    std::string invariant(size_t fact) const {
        return "flatland_invariant_" + invariant_name(*bound_.entry, fact);
    }

    /// Whether a write to it ends the session.
    bool is_listed(size_t fact) const {
        return treatments_[fact].treatment == Treatment::plugged ||
               (facts()[fact].kind == FactKind::session && !probed_[fact].is_parameter);
    }

    void put_slot() {
        Function const& function = bound_.function;
        text_.put("typedef " + function.result_head + named("result") + function.result_tail +
                  ";\n");
        std::string arguments = function.class_name.empty() ? "" : "self";
        if (std::string const others = forwarded_arguments(function, language_); !others.empty())
            arguments += (arguments.empty() ? "" : ", ") + others;
        text_.put("FLATLAND_GATED_SLOT(" + version_ + ", " + version_ + "_generic, " +
                  named("result") + ", " + declared_parameters(function) + ", (" + arguments +
                  "));\n");
    }

    /// `(PARAMETERS, uint64_t *flatland_holes)`.
    std::string reading_parameters() const {
        std::string text = declared_parameters(opening_);
        if (text == "(void)") return "(uint64_t *flatland_holes)";
        text.pop_back();
        return text + ", uint64_t *flatland_holes)";
    }

    /// Reads the holes, and returns whether what is stated holds.
    void put_reading() {
        text_.put("static bool " + named("read") + reading_parameters() + " {\n");
        for (size_t i = 0; i < facts().size(); ++i)
            if (facts()[i].kind == FactKind::session_object)
                read_object(facts()[i]);
            else if (facts()[i].kind == FactKind::session)
                read(own(facts()[i].path), probed_[i].leaves);
        for (size_t i = 0; i < facts().size(); ++i)
            if (treatments_[i].treatment == Treatment::plugged) compare(i);
        text_.put("return true; }\n");
    }

    Text own(Text const& text) const { return with_self(text, bound_.function); }

    void read(Text const& path, std::vector<ScalarLeaf> const& leaves) {
        text_.put("{ char const *const flatland_place = (char const *)&(").put(path).put(");\n");
        for (ScalarLeaf const& each : leaves)
            text_.put("*flatland_holes = 0; __builtin_memcpy(flatland_holes++, flatland_place + " +
                      std::to_string(each.offset) + ", " + std::to_string(each.bytes) + ");\n");
        text_.put("}\n");
    }

    void read_object(SpecFact const& fact) {
        text_.put("*flatland_holes++ = (uintptr_t)" + object_address(fact, bound_.function) +
                  ";\n");
    }

    void compare(size_t number) {
        SpecFact const& fact = facts()[number];
        if (fact.kind == FactKind::value) {
            text_.put("if (!((").put(own(fact.path)).put(") == (").put(own(fact.values.front()));
            text_.put("))) return false;\n");
        } else if (fact.kind == FactKind::type && probed_[number].table) {
            TableText const table(version_ + "_opening_" + std::to_string(number),
                                  *probed_[number].table);
            text_.put(table.declaration + "if (*(const void *const *const *)(");
            text_.put(own(fact.path)).put(") != " + table.address + ") return false;\n");
        }
    }

    std::string arguments_from(std::string const& before) const {
        std::string text = opening_.class_name.empty() ? "" : before + "self";
        for (Parameter const& each : opening_.parameters)
            text += (text.empty() ? "" : ", ") + before + each.name;
        return text.empty() ? "" : text + ", ";
    }

    /// Asked by the slot when writers would be noticed.
    void put_check() {
        text_.put("struct " + named("opening") + " { ");
        if (!opening_.class_name.empty()) text_.put(opening_.class_name + " *self; ");
        for (Parameter const& each : opening_.parameters)
            text_.put(each.declaration_head + each.name + each.declaration_tail + "; ");
        text_.put("uint64_t *flatland_fresh; };\n");
        text_.put("static bool " + named("holds") +
                  "(struct FlatlandSession const *flatland_session) {\n"
                  "struct " +
                  named("opening") + " const *const flatland_opening = (struct " +
                  named("opening") + " const *)flatland_session->context;\n" + "return " +
                  named("read") + "(" + arguments_from("flatland_opening->") +
                  "flatland_opening->flatland_fresh) && __builtin_memcmp("
                  "flatland_opening->flatland_fresh, flatland_session->holes, "
                  "flatland_session->hole_count * sizeof(uint64_t)) == 0; }\n");
    }

    size_t hole_count() const {
        size_t count = 0;
        for (size_t i = 0; i < facts().size(); ++i)
            count += facts()[i].kind == FactKind::session_object ? 1 : probed_[i].leaves.size();
        return count;
    }

    void put_open() {
        text_.put("extern const struct FlatlandStencil " + version_ + "_stencil;\n");
        text_.put("extern int " + version_ + "_open" + declared_parameters(opening_) + " {\n");
        text_.put("enum { flatland_count = " + std::to_string(hole_count()) +
                  " };\n"
                  "uint64_t flatland_holes[flatland_count], flatland_fresh[flatland_count];\n"
                  "if (!" +
                  named("read") + "(" + arguments_from("") +
                  "flatland_holes)) return flatland_does_not_hold;\n"
                  "struct " +
                  named("opening") + " flatland_opening = {" + arguments_from("") +
                  "flatland_fresh};\n");
        put_invariants();
        text_.put("struct FlatlandSession const flatland_session = {&" + version_ +
                  "_stencil, flatland_holes, flatland_count, flatland_invariants, "
                  "flatland_invariant_count, " +
                  named("holds") + ", &flatland_opening};\n" + "return flatland_session_open(&" +
                  version_ + "_slot, &flatland_session); }\n");
    }

    void put_invariants() {
        std::string list;
        size_t count = 0;
        for (size_t i = 0; i < facts().size(); ++i) {
            if (!is_listed(i)) continue;
            list += "&" + invariant(i) + ", ";
            ++count;
        }
        text_.put("enum { flatland_invariant_count = " + std::to_string(count) +
                  " };\nstatic void const *const flatland_invariants[] = {" + list + "0};\n");
    }

    BoundEntry const& bound_;
    ProbedEntry const& probed_;
    FactTreatments const& treatments_;
    rewrite::Language language_;
    Function opening_;
    std::string version_;
    PlacedText text_;
};

} // namespace

std::string session_text(std::vector<BoundEntry> const& entries,
                         std::vector<ProbedEntry> const& probed,
                         std::vector<FactTreatments> const& treatments, size_t source,
                         rewrite::Language language) {
    std::string invariants;
    std::string functions;
    for (size_t number = 0; number < entries.size(); ++number) {
        BoundEntry const& bound = entries[number];
        if (bound.source != source || !bound.entry->has_session()) continue;
        Writer writer(bound, probed[number], treatments[number], language);
        invariants += writer.invariants();
        functions += opened_namespaces(bound.function) + writer.functions() +
                     closed_namespaces(bound.function);
    }
    if (functions.empty()) return {};
    bool const is_cxx = language == rewrite::Language::cxx;
    return "\n#include \"" + places().runtime_include + "/flatland_stencil.h\"\n" +
           std::string(is_cxx ? "extern \"C\" {\n" : "") + invariants + functions +
           (is_cxx ? "}\n" : "");
}

} // namespace specialize
