// SPDX-License-Identifier: BSD-2-Clause
// Replaces captured facts in the text of a spec; all else of it stays as it is.
#include "filled_spec.hpp"

#include "seen_values.hpp"

#include <algorithm>

namespace specialize {
namespace {

using rewrite::Diagnostics;

std::string keyword_of(SpecFact const& fact) {
    return fact.is_promised ? "promise " : "static ";
}

std::string counted(uint64_t count, std::string const& word) {
    return std::to_string(count) + " " + word + (count == 1 ? "" : "s");
}

/// The lines for the leaves of one entry's facts.
class LeafLines {
public:
    LeafLines(SeenEntry const& seen, std::vector<NamedSymbol> const& symbols,
              rewrite::Language language)
        : seen_(seen), symbols_(symbols), language_(language) {}

    void add(SpecFact const& fact, CapturedLeaf const& leaf, SeenLeaf const& seen,
             std::vector<std::string>& lines) const {
        std::string const statement = keyword_of(fact) + leaf.path;
        std::string const calls = counted(seen_.calls, "call");
        if (seen.unreached > 0) {
            lines.push_back("// " + statement + ": not reached at " +
                            std::to_string(seen.unreached) + " of " + calls + ", first at call " +
                            std::to_string(seen.first_unreached) +
                            ", for a null pointer on the way");
        } else if (seen.has_more) {
            lines.push_back("// " + statement + ": more than " + std::to_string(most_seen_values) +
                            " values at " + calls + ", not static");
        } else if (seen.values.size() == 1) {
            lines.push_back(one_value(statement, spelled_of(leaf, seen.values.front()), calls));
        } else {
            lines.push_back("// " + statement + ": " + counted(seen.values.size(), "value") +
                            " at " + calls + ", not static");
            propose(leaf, seen, lines);
        }
    }

private:
    Spelled spelled_of(CapturedLeaf const& leaf, SeenValue const& value) const {
        return spelled(value, *leaf.shape, symbols_, language_);
    }

    static std::string one_value(std::string const& statement, Spelled const& value,
                                 std::string const& calls) {
        if (value.text.empty()) return "// " + statement + ": " + value.reason;
        return statement + " = " + value.text + ";  // the same at " + calls;
    }

    /// A version for each of few values is the user's choice.
    void propose(CapturedLeaf const& leaf, SeenLeaf const& seen,
                 std::vector<std::string>& lines) const {
        std::string values;
        for (SeenValue const& each : seen.values) {
            Spelled const value = spelled_of(leaf, each);
            if (value.text.empty()) return;
            values += (values.empty() ? "" : ", ") + value.text;
        }
        if (!values.empty()) lines.push_back("// expect " + leaf.path + " in {" + values + "};");
    }

    SeenEntry const& seen_;
    std::vector<NamedSymbol> const& symbols_;
    rewrite::Language language_;
};

class Filler {
public:
    Filler(std::string const& text, Project const& project, SourceSymbols const& symbols,
           CaptureRecord const& record, Diagnostics& diagnostics)
        : text_(text), project_(project), symbols_(symbols), record_(record),
          diagnostics_(diagnostics) {}

    std::string run() {
        for (size_t i = 0; i < project_.entries.size(); ++i)
            fill(project_.entries[i], project_.probed[i]);
        return result_ + text_.substr(copied_);
    }

private:
    void fill(BoundEntry const& bound, ProbedEntry const& probed) {
        auto const captured = captured_facts(bound, probed);
        if (captured.empty()) return;
        Entry const& entry = *bound.entry;
        SeenEntry const* const seen = record_.entry(entry.version.text);
        if (seen == nullptr || seen->calls == 0) return refuse_never_called(entry, seen != nullptr);
        LeafLines const lines(*seen, symbols_[bound.source],
                              project_.build.sources[bound.source].language);
        for (SpecFact const& fact : entry.facts) {
            auto const own = std::ranges::find(captured, &fact, &CapturedFact::fact);
            if (own != captured.end())
                put(fact, lines_for(*own, *seen, lines));
            else if (is_beside_captured(fact, captured))
                put(fact, {on_its_own(fact)});
        }
    }

    void refuse_never_called(Entry const& entry, bool is_recorded) {
        std::string const name = "`" + entry.name.text + "`";
        diagnostics_.refuse("S0423", entry.name.place,
                            is_recorded ? name + " was never called while it was recorded"
                                        : "the record does not know `" + entry.version.text + "`",
                            "run the program, linked with the object of `specialize capture`, so "
                            "that it calls " +
                                name);
    }

    std::vector<std::string> lines_for(CapturedFact const& captured, SeenEntry const& entry,
                                       LeafLines const& lines) {
        std::vector<std::string> result;
        SpecFact const& fact = *captured.fact;
        bool const is_whole = captured.leaves.size() == 1;
        if (!is_whole) result.push_back("// " + keyword_of(fact) + captured.path + ":");
        for (CapturedLeaf const& leaf : captured.leaves) {
            SeenLeaf const* const seen = entry.leaf(leaf.path);
            if (seen != nullptr && seen->size_bytes == recorded_bytes(leaf)) {
                lines.add(fact, leaf, *seen, result);
                continue;
            }
            diagnostics_.refuse("S0422", fact.path.place,
                                "the record does not have `" + leaf.path + "`" +
                                    (seen == nullptr ? "" : " of this size"),
                                "record again: the spec or the sources have changed since");
            break;
        }
        return result;
    }

    /// A list of facts becomes a statement for each if one of them is captured.
    static bool is_beside_captured(SpecFact const& fact,
                                   std::vector<CapturedFact> const& captured) {
        return std::ranges::any_of(captured, [&](CapturedFact const& each) {
            return each.fact->statement == fact.statement;
        });
    }

    std::string on_its_own(SpecFact const& fact) const {
        std::string text = text_.substr(fact.begin, fact.end - fact.begin);
        text.back() = ';';
        bool const is_first = fact.begin == fact.statement;
        return is_first ? text : keyword_of(fact) + text;
    }

    /// The user's comment on the line stays on the first of the new ones; other text that follows
    /// must not become part of a comment.
    void put(SpecFact const& fact, std::vector<std::string> const& lines) {
        std::string const indentation = indentation_of(fact.statement);
        result_ += text_.substr(copied_, fact.begin - copied_);
        // What stood below the first of a list begins a statement now.
        size_t const line = result_.find_last_not_of(" \t") + 1; // npos + 1 is 0
        if (line > 0 && result_[line - 1] == '\n') result_.replace(line, result_.npos, indentation);
        size_t const next = std::min(text_.find_first_not_of(" \t", fact.end), text_.size());
        bool const is_end_of_line = next == text_.size() || text_[next] == '\n';
        bool const is_comment = text_.compare(next, 2, "//") == 0;
        copied_ = is_comment ? std::min(text_.find('\n', next), text_.size()) : next;
        for (size_t i = 0; i < lines.size(); ++i) {
            result_ += (i > 0 ? "\n" + indentation : "") + lines[i];
            if (i == 0 && is_comment) result_ += text_.substr(fact.end, copied_ - fact.end);
        }
        if (!is_end_of_line && !is_comment) result_ += "\n" + indentation;
    }

    std::string indentation_of(size_t offset) const {
        size_t const line = text_.rfind('\n', offset) + 1; // npos + 1 is 0
        size_t const end = text_.find_first_not_of(" \t", line);
        return text_.substr(line, std::min(end, offset) - line);
    }

    std::string const& text_;
    Project const& project_;
    SourceSymbols const& symbols_;
    CaptureRecord const& record_;
    Diagnostics& diagnostics_;
    std::string result_;
    size_t copied_ = 0; ///< of the text
};

void warn_of_lacking_calls(Spec const& spec, CaptureRecord const& record,
                           Diagnostics& diagnostics) {
    uint64_t missed = 0;
    for (SeenEntry const& each : record.entries)
        missed += each.missed;
    if (record.is_complete && missed == 0) return;
    diagnostics.add({rewrite::Severity::warning,
                     "S0424",
                     missed > 0 ? counted(missed, "call") + " came while another was recorded"
                                : "a recorded program did not end by `exit` or from `main`",
                     {spec.file},
                     {},
                     "see to it that values do not differ at the calls that are missing"});
}

} // namespace

std::optional<std::string> filled_spec(std::string const& text, Project const& project,
                                       SourceSymbols const& symbols, CaptureRecord const& record,
                                       Diagnostics& diagnostics) {
    std::string const result = Filler(text, project, symbols, record, diagnostics).run();
    if (diagnostics.has_errors()) return std::nullopt;
    warn_of_lacking_calls(project.spec, record, diagnostics);
    return result;
}

} // namespace specialize
