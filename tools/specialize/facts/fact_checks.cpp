// SPDX-License-Identifier: BSD-2-Clause
// Checks facts one by one, and each against those before it.
#include "fact_checks.hpp"

#include "shape_places.hpp"

#include <algorithm>
#include <set>

namespace specialize {
namespace {

using rewrite::Diagnostics;
using rewrite::Severity;

constexpr size_t most_versions = 16;
constexpr size_t most_values_of_session = 1024;

char const* word_for(FactKind kind) {
    switch (kind) {
    case FactKind::dynamic:
        return "dynamic";
    case FactKind::session:
    case FactKind::session_object:
        return "a session's";
    case FactKind::expect:
    case FactKind::likely:
        return "expected";
    case FactKind::value:
    case FactKind::type:
    case FactKind::size:
        return "static";
    }
    return "";
}

class Checker {
public:
    Checker(Entry const& entry, ProbedEntry const& probed, Diagnostics& diagnostics)
        : entry_(entry), probed_(probed), diagnostics_(diagnostics) {}

    void run() {
        for (size_t i = 0; i < entry_.facts.size(); ++i) {
            check(entry_.facts[i], probed_[i]);
            for (size_t other = 0; other < i; ++other)
                compare(other, i);
        }
        if (version_count(entry_) > most_versions)
            diagnostics_.refuse("S0138", entry_.name.place,
                                "the expected values make " +
                                    std::to_string(version_count(entry_)) + " versions",
                                "expect fewer: at most " + std::to_string(most_versions) +
                                    " versions of an entry are made");
    }

private:
    void check(SpecFact const& fact, ProbedFact const& probed) {
        if (fact.kind == FactKind::session_object) return;
        if (fact.kind == FactKind::session) return check_session(fact, probed);
        if (fact.kind == FactKind::type) return check_type(fact, probed);
        if (fact.kind == FactKind::dynamic) return check_dynamic(fact, probed);
        if (fact.is_captured) return check_captured(fact, probed);
        for (size_t i = 0; i < fact.values.size(); ++i)
            if (!probed.values[i].is_fixed)
                refuse("S0134", fact.values[i], "`" + fact.values[i].text + "` is no constant",
                       "state a constant, the address of a variable, or the path of a "
                       "pointer that leads to the same object");
        if (fact.kind != FactKind::size) check_place(fact, probed);
        check_expected(fact, probed);
    }

    void check_place(SpecFact const& fact, ProbedFact const& probed) {
        std::string const path = "`" + fact.path.text + "`";
        if (!probed.is_place)
            refuse("S0135", fact.path, path + " is a value, and no place that has one",
                   "name a parameter, a variable, a member or an element");
        else if (probed.is_volatile)
            refuse("S0135", fact.path, path + " is volatile: it may change at any time",
                   "leave it out");
        else if (probed.is_array)
            refuse("S0135", fact.path, path + " is an array, which has no value of its own",
                   "state its elements, as `static " + fact.path.text + "[0] = VALUE;`");
        else if (probed.is_const && probed.is_bit_field)
            refuse("S0135", fact.path, path + " is a constant bit-field", "leave it out");
    }

    void check_session(SpecFact const& fact, ProbedFact const& probed) {
        if (!probed.is_array) check_place(fact, probed);
        if (probed.is_bit_field)
            refuse("S0135", fact.path, "`" + fact.path.text + "` is a bit-field",
                   "state its value by `static`, or the members around it by `session`");
        if (probed.is_whole_object && !probed.is_parameter)
            refuse("S0135", fact.path,
                   "`" + fact.path.text + "` is a whole object, whose members are kept one by one",
                   "name those that matter, each in a `session` of its own");
        if (probed.leaves.size() > most_values_of_session)
            refuse("S0135", fact.path,
                   "`" + fact.path.text + "` has more than " +
                       std::to_string(most_values_of_session) + " values",
                   "name the members that matter");
    }

    void check_captured(SpecFact const& fact, ProbedFact const& probed) {
        std::string const path = "`" + fact.path.text + "`";
        if (!probed.is_place || probed.is_volatile) return check_place(fact, probed);
        auto const leaves = leaves_within(probed.captured->shape);
        if (probed.has_call)
            refuse("S0146", fact.path, path + " calls a function, which would run at each call",
                   "name the place itself");
        else if (!leaves)
            refuse("S0146", fact.path,
                   path + " holds more than " + std::to_string(most_leaves) + " values",
                   "name those that matter");
        else if (leaves->empty())
            refuse("S0146", fact.path, path + " holds no value that a fact could state",
                   "name numbers, pointers, or structures and arrays of them");
    }

    void check_dynamic(SpecFact const& fact, ProbedFact const& probed) {
        if (probed.is_void && !probed.has_size && !probed.is_parameter)
            refuse("S0136", fact.path, "how large is `" + fact.path.text + "`?",
                   "write `static sizeof " + without_star(fact.path).text + " = BYTES;`");
    }

    void check_type(SpecFact const& fact, ProbedFact const& probed) {
        if (!probed.table)
            refuse("S0137", fact.values.front(),
                   "an object of `" + fact.values.front().text + "` does not show its type here",
                   "name a class that is not abstract; what `" + fact.path.text +
                       "` leads to must have virtual functions, and no virtual base may lie "
                       "between");
    }

    void check_expected(SpecFact const& fact, ProbedFact const& probed) {
        std::set<std::string> seen;
        for (size_t i = 0; i < fact.values.size(); ++i)
            if (!seen.insert(probed.values[i].canonical).second)
                refuse("S0127", fact.values[i], "`" + fact.values[i].text + "` is expected twice",
                       "leave one of them out");
    }

    /// `sizeof p` and `p` are not the same, and neither are `*p is T` and `*p`.
    static bool concern_different_things(FactKind a, FactKind b) {
        return (a == FactKind::size) != (b == FactKind::size) ||
               (a == FactKind::type) != (b == FactKind::type);
    }

    void compare(size_t first, size_t second) {
        SpecFact const& before = entry_.facts[first];
        SpecFact const& now = entry_.facts[second];
        if (before.kind == FactKind::session_object || now.kind == FactKind::session_object ||
            probed_[first].canonical != probed_[second].canonical ||
            concern_different_things(before.kind, now.kind))
            return;
        std::string message =
            "`" + now.path.text + "` is " + word_for(before.kind) + " and " + word_for(now.kind);
        if (before.kind == now.kind) {
            bool const is_same =
                std::ranges::equal(probed_[first].values, probed_[second].values, {},
                                   &ProbedValue::canonical, &ProbedValue::canonical);
            message = "`" + now.path.text + "` is " +
                      (is_same ? "stated twice" : "stated with two values");
        }
        diagnostics_.add({Severity::error,
                          "S0127",
                          message,
                          now.path.place,
                          {{"the other statement", before.path.place}},
                          "leave one of them out"});
    }

    void refuse(std::string code, Text const& where, std::string message, std::string help) {
        diagnostics_.refuse(std::move(code), where.place, std::move(message), std::move(help));
    }

    Entry const& entry_;
    ProbedEntry const& probed_;
    Diagnostics& diagnostics_;
};

} // namespace

void check_facts(Entry const& entry, ProbedEntry const& probed, Diagnostics& diagnostics) {
    Checker(entry, probed, diagnostics).run();
}

size_t version_count(Entry const& entry) {
    size_t count = 1;
    for (SpecFact const& fact : entry.facts)
        if (fact.kind == FactKind::expect) count *= fact.values.size();
    return count;
}

} // namespace specialize
