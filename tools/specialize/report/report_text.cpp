// SPDX-License-Identifier: BSD-2-Clause
// Writes reports of versions.
#include "report_text.hpp"

#include "file_names.hpp"
#include <specialize/facts/sessions.hpp>
#include <specialize/scan/facts_text.hpp>

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringRef.h>

#include <algorithm>
#include <array>
#include <tuple>

namespace specialize {
namespace {

namespace json = llvm::json;

constexpr size_t most_lines_shown = 12;
constexpr size_t most_obligations_shown = 4; ///< of one fact

std::string place_text(std::string const& file, unsigned line) {
    return file + ":" + std::to_string(line);
}

std::string place_text(rewrite::Place const& place) {
    return place_text(place.file, place.line);
}

SpecFact const& fact_of(MadeEntry const& entry, int number) {
    return entry.bound->entry->facts[size_t(number)];
}

std::vector<std::string> fact_texts(MadeEntry const& entry, size_t version,
                                    std::vector<int> const& numbers) {
    std::vector<std::string> texts;
    for (int const number : numbers)
        texts.push_back(fact_text(entry, version, number));
    return texts;
}

std::string facts_line(MadeEntry const& entry, size_t version, std::vector<int> const& numbers) {
    return numbers.empty() ? "none" : llvm::join(fact_texts(entry, version, numbers), ", ");
}

/// Facts that the version was made for and that need no test: they are promised, or nothing depends
/// on them.
std::vector<int> untested(MadeEntry const& entry, Report const& report) {
    std::vector<int> numbers;
    std::vector<SpecFact> const& facts = entry.bound->entry->facts;
    for (size_t i = 0; i < facts.size(); ++i) {
        bool const is_tested = std::ranges::find(report.tested, int(i)) != report.tested.end();
        if (has_value(facts[i]) && !is_tested) numbers.push_back(int(i));
    }
    return numbers;
}

/// Facts that are tested for where a function writes the place.
std::vector<int> likely_facts(MadeEntry const& entry) {
    std::vector<int> numbers;
    std::vector<SpecFact> const& facts = entry.bound->entry->facts;
    for (size_t i = 0; i < facts.size(); ++i)
        if (facts[i].kind == FactKind::likely) numbers.push_back(int(i));
    return numbers;
}

char const* treatment_text(Treatment treatment) {
    switch (treatment) {
    case Treatment::tested:
        return "tested at each call, and lost where something unknown may write it";
    case Treatment::promised:
        return "promised, not tested";
    case Treatment::stable:
        return "tested at each call, and stays while the entry runs";
    case Treatment::plugged:
        return "tested when the session is opened, and stays until the session ends";
    }
    return "";
}

std::string obligation_text(Obligation const& each) {
    std::string text = each.kind;
    if (!each.place.file.empty()) text += " " + place_text(each.place);
    if (!each.text.empty()) text += " `" + each.text + "`";
    return text + ": " + name_of(each.met) + ", " + each.reason;
}

/// All but what is proved, which is counted.
std::string obligations_text(std::vector<Obligation> const& obligations) {
    std::string text;
    size_t proved = 0;
    size_t shown = 0;
    for (Obligation const& each : obligations) {
        if (each.met == Met::proved)
            ++proved;
        else if (++shown <= most_obligations_shown)
            text += "      " + obligation_text(each) + "\n";
    }
    if (shown > most_obligations_shown)
        text += "      and " + std::to_string(shown - most_obligations_shown) +
                " more: `--format json` has all\n";
    if (proved > 0) text += "      " + std::to_string(proved) + " proved to change nothing\n";
    return text;
}

std::string treatments_text(MadeEntry const& entry) {
    std::string text;
    Entry const& written = *entry.bound->entry;
    for (size_t i = 0; i < written.facts.size(); ++i) {
        SpecFact const& fact = written.facts[i];
        FactTreatment const& treatment = (*entry.treatments)[i];
        if (!has_value(fact) || treatment.obligations.empty()) continue;
        text +=
            "  fact `" +
            (fact.kind == FactKind::expect ? fact.path.text : specialize::shown(fact, written, 0)) +
            "` (" + place_text(fact.path.place) + "): " + treatment_text(treatment.treatment) +
            "\n" + obligations_text(treatment.obligations);
    }
    return text;
}

json::Array treatments_json(MadeEntry const& entry) {
    constexpr std::array names = {"tested", "promised", "stable", "plugged"};
    json::Array facts;
    Entry const& written = *entry.bound->entry;
    for (size_t i = 0; i < written.facts.size(); ++i) {
        SpecFact const& fact = written.facts[i];
        if (!has_value(fact)) continue;
        FactTreatment const& treatment = (*entry.treatments)[i];
        json::Array obligations;
        for (Obligation const& each : treatment.obligations)
            obligations.push_back(json::Object{{"kind", each.kind},
                                               {"file", each.place.file},
                                               {"line", each.place.line},
                                               {"text", each.text},
                                               {"met", name_of(each.met)},
                                               {"reason", each.reason}});
        facts.push_back(json::Object{{"path", fact.path.text},
                                     {"file", fact.path.place.file},
                                     {"line", fact.path.place.line},
                                     {"treatment", names[size_t(treatment.treatment)]},
                                     {"obligations", std::move(obligations)}});
    }
    return facts;
}

std::string percent_text(size_t part, size_t whole) {
    return whole == 0 ? "0 %" : std::to_string(part * 100 / whole) + " %";
}

std::string place_before(Why const& why) {
    return why.line > 0 ? place_text(why.file, why.line) + " " : "";
}

/// The first link and the last one; `explain` shows those between.
std::string reason_text(std::vector<Why> const& why) {
    if (why.empty()) return {};
    if (why.size() == 1) return why.front().text;
    return why.front().text + ", as " + place_before(why.back()) + why.back().text;
}

/// The lines with most left, which are where a reader looks first.
std::vector<LineCount const*> dynamic_lines(Report const& report) {
    std::vector<LineCount const*> lines;
    for (LineCount const& each : report.lines)
        if (each.left > 0) lines.push_back(&each);
    std::ranges::sort(lines, [](LineCount const* a, LineCount const* b) {
        return std::tie(b->left, a->file, a->line) < std::tie(a->left, b->file, b->line);
    });
    return lines;
}

std::string limit_line(MetLimit const& met) {
    std::string text = std::to_string(met.value) + " " + met.name;
    Why const& place = met.why.front();
    if (place.line > 0) text += " at " + place_text(place.file, place.line);
    if (std::string const reason = reason_text(met.why); !reason.empty())
        text += ", which " + reason;
    return text + ": `limit " + met.name + " = " + std::to_string(2 * met.value) + ";` goes on\n";
}

/// Where code stayed general because there was too much, and what to write for more.
std::string limits_text(Report const& report) {
    static constexpr size_t most_shown = 3;
    std::vector<std::string> lines; // each once
    for (MetLimit const& met : report.limits)
        if (std::string line = limit_line(met); std::ranges::find(lines, line) == lines.end())
            lines.push_back(std::move(line));
    std::string text;
    for (size_t i = 0; i < std::min<size_t>(lines.size(), most_shown); ++i)
        text += (i == 0 ? "    limits    " : "              ") + lines[i];
    if (lines.size() > most_shown)
        text += "              and at " + std::to_string(lines.size() - most_shown) +
                " more places: `--format json` has all\n";
    if (report.limit_reached)
        text += "    The limit of work was reached: what comes after it stayed general.\n";
    return text;
}

std::string version_text(MadeEntry const& entry, size_t number) {
    MadeVersion const& version = entry.versions[number];
    Report const& report = version.report;
    size_t known = 0;
    for (LineCount const& each : report.lines)
        known += each.known;
    std::string text = "  version " + std::to_string(number) +
                       (version.choices.empty() ? "" : ": " + llvm::join(version.choices, ", ")) +
                       "\n";
    text += "    code      " + std::to_string(report.code_before) + " instructions before, " +
            std::to_string(report.code_after) + " after\n";
    text += "    static    " + percent_text(known, report.followed) + " of " +
            std::to_string(report.followed) + " instructions that were followed\n";
    text += "    tested    " + facts_line(entry, number, report.tested) + "\n";
    if (report.separations > 0)
        text += "              that " + std::to_string(report.separations) +
                (report.separations == 1 ? " pair" : " pairs") + " of objects lie apart\n";
    if (std::vector<int> const others = untested(entry, report); !others.empty())
        text += "    untested  " + facts_line(entry, number, others) + "\n";
    if (std::vector<int> const likely = likely_facts(entry); !likely.empty())
        text += "    expected  " + facts_line(entry, number, likely) + "\n";
    text += limits_text(report);
    std::vector<LineCount const*> const lines = dynamic_lines(report);
    for (size_t i = 0; i < std::min(lines.size(), most_lines_shown); ++i)
        text += (i == 0 ? "    dynamic   " : "              ") +
                place_text(lines[i]->file, lines[i]->line) + ": " + reason_text(lines[i]->why) +
                "\n";
    if (lines.size() > most_lines_shown)
        text += "              and " + std::to_string(lines.size() - most_lines_shown) +
                " more lines: `specialize view` shows all\n";
    return text;
}

json::Array numbers_json(MadeEntry const& entry, size_t version, std::vector<int> const& numbers) {
    json::Array facts;
    for (int const number : numbers) {
        SpecFact const& fact = fact_of(entry, number);
        facts.push_back(json::Object{{"fact", shown(fact, *entry.bound->entry, version)},
                                     {"file", fact.path.place.file},
                                     {"line", fact.path.place.line}});
    }
    return facts;
}

json::Array why_json(std::vector<Why> const& why) {
    json::Array chain;
    for (Why const& each : why)
        chain.push_back(json::Object{{"function", each.function},
                                     {"file", each.file},
                                     {"line", each.line},
                                     {"column", each.column},
                                     {"text", each.text}});
    return chain;
}

json::Array limits_json(Report const& report) {
    json::Array limits;
    for (MetLimit const& met : report.limits)
        limits.push_back(
            json::Object{{"limit", met.name}, {"value", met.value}, {"why", why_json(met.why)}});
    return limits;
}

json::Object version_json(MadeEntry const& entry, size_t number) {
    Report const& report = entry.versions[number].report;
    json::Array lines;
    for (LineCount const& each : report.lines)
        lines.push_back(json::Object{{"file", each.file},
                                     {"line", each.line},
                                     {"static", each.known},
                                     {"dynamic", each.left},
                                     {"why", why_json(each.why)}});
    return json::Object{{"choices", json::Array(entry.versions[number].choices)},
                        {"code_before", report.code_before},
                        {"code_after", report.code_after},
                        {"followed", report.followed},
                        {"limit_reached", report.limit_reached},
                        {"limits", limits_json(report)},
                        {"tested", numbers_json(entry, number, report.tested)},
                        {"separations", report.separations},
                        {"untested", numbers_json(entry, number, untested(entry, report))},
                        {"lines", std::move(lines)}};
}

struct FoundLine {
    MadeEntry const* entry = nullptr;
    size_t version = 0;
    LineCount const* line = nullptr;
};

std::vector<FoundLine> lines_at(Made const& made, std::string const& file, unsigned line,
                                rewrite::Diagnostics& diagnostics) {
    std::vector<FoundLine> found;
    for (MadeEntry const& entry : made.entries)
        for (size_t i = 0; i < entry.versions.size(); ++i)
            for (LineCount const& each : entry.versions[i].report.lines)
                if (each.line == line && ends_with_path(each.file, file))
                    found.push_back({&entry, i, &each});
    if (found.empty())
        diagnostics.refuse("S0406", {file, line, 0}, "no version came past this line",
                           "`specialize view` shows the lines that were followed");
    return found;
}

std::string opening(MadeEntry const& entry) {
    if (!entry.bound->entry->has_session()) return {};
    return "  session opened by `" + opening_text(*entry.bound) + "`, ended by `int " +
           entry.bound->entry->version.text + "_close(void)`\n";
}

} // namespace

std::string fact_text(MadeEntry const& entry, size_t version, int number) {
    SpecFact const& fact = fact_of(entry, number);
    return "`" + shown(fact, *entry.bound->entry, version) + "` (" + place_text(fact.path.place) +
           ")";
}

std::string reliance_text(std::vector<std::string> const& facts) {
    if (facts.empty()) return "because of facts tested at each call, no single one of them needed";
    return "because of " + llvm::join(facts, ", ") + ", tested at each call";
}

std::string report_text(Made const& made, std::string const& output) {
    std::string text;
    if (!made.scan_obstacle.empty())
        text += "no writes were looked for: " + made.scan_obstacle + "\n";
    for (MadeEntry const& entry : made.entries) {
        text += entry.bound->entry->version.text + ": " + entry.bound->function.name + " of " +
                place_text(entry.bound->function.place) + ", in " + output + "\n" + opening(entry) +
                treatments_text(entry);
        for (size_t i = 0; i < entry.versions.size(); ++i)
            text += version_text(entry, i);
    }
    return text;
}

json::Value report_json(Made const& made, std::string const& output) {
    json::Array entries;
    for (MadeEntry const& entry : made.entries) {
        json::Array versions;
        for (size_t i = 0; i < entry.versions.size(); ++i)
            versions.push_back(version_json(entry, i));
        entries.push_back(json::Object{{"entry", entry.bound->function.name},
                                       {"version", entry.bound->entry->version.text},
                                       {"file", entry.bound->function.place.file},
                                       {"line", entry.bound->function.place.line},
                                       {"opened_by", entry.bound->entry->has_session()
                                                         ? json::Value(opening_text(*entry.bound))
                                                         : json::Value(nullptr)},
                                       {"facts", treatments_json(entry)},
                                       {"versions", std::move(versions)}});
    }
    return json::Object{
        {"object", output}, {"scan_obstacle", made.scan_obstacle}, {"entries", std::move(entries)}};
}

std::optional<std::string> reasons_text(Made const& made, std::string const& file, unsigned line,
                                        rewrite::Diagnostics& diagnostics) {
    std::vector<FoundLine> const found = lines_at(made, file, line, diagnostics);
    if (found.empty()) return std::nullopt;
    std::string text;
    for (FoundLine const& each : found) {
        text += place_text(each.line->file, line) + " in version " + std::to_string(each.version) +
                " of " + each.entry->bound->entry->version.text + ": " +
                std::to_string(each.line->known) + " static, " + std::to_string(each.line->left) +
                " dynamic\n";
        if (each.line->is_guarded)
            text += "  static " +
                    reliance_text(fact_texts(*each.entry, each.version, each.line->relies_on)) +
                    "\n";
        for (Why const& why : each.line->why)
            text += "  " + place_text(why.file, why.line) +
                    (why.function.empty() ? "" : ", " + why.function) + ": " + why.text + "\n";
    }
    return text;
}

std::optional<json::Value> reasons_json(Made const& made, std::string const& file, unsigned line,
                                        rewrite::Diagnostics& diagnostics) {
    std::vector<FoundLine> const found = lines_at(made, file, line, diagnostics);
    if (found.empty()) return std::nullopt;
    json::Array reasons;
    for (FoundLine const& each : found)
        reasons.push_back(json::Object{
            {"file", each.line->file},
            {"line", line},
            {"version", each.entry->bound->entry->version.text},
            {"number", each.version},
            {"static", each.line->known},
            {"dynamic", each.line->left},
            {"guarded", each.line->is_guarded},
            {"facts", json::Array(fact_texts(*each.entry, each.version, each.line->relies_on))},
            {"why", why_json(each.line->why)}});
    return json::Value(std::move(reasons));
}

} // namespace specialize
