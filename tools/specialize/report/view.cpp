// SPDX-License-Identifier: BSD-2-Clause
// Adds up the lines of all versions and shows them beside the text.
#include "view.hpp"

#include "report_text.hpp"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/LineIterator.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include <map>

namespace specialize {
namespace {

struct Sum {
    size_t known = 0;
    size_t left = 0;
    std::string reason;
    bool is_guarded = false;
    std::vector<std::string> facts;
};

using Sums = std::map<std::string, std::map<unsigned, Sum>>;

void add(std::vector<std::string>& texts, std::string text) {
    if (!llvm::is_contained(texts, text)) texts.push_back(std::move(text));
}

Sums sums_of(Made const& made) {
    Sums sums;
    for (MadeEntry const& entry : made.entries)
        for (size_t version = 0; version < entry.versions.size(); ++version)
            for (LineCount const& line : entry.versions[version].report.lines) {
                Sum& sum = sums[line.file][line.line];
                sum.known += line.known;
                sum.left += line.left;
                sum.is_guarded |= line.is_guarded;
                if (sum.reason.empty() && !line.why.empty()) sum.reason = line.why.back().text;
                for (int const number : line.relies_on)
                    add(sum.facts, fact_text(entry, version, number));
            }
    return sums;
}

BindingTime time_of(Sum const& sum) {
    if (sum.left == 0) return sum.is_guarded ? BindingTime::guarded : BindingTime::fixed;
    return sum.known == 0 ? BindingTime::dynamic : BindingTime::both;
}

/// Without lines if the file cannot be read, as that of another machine's debug information.
ViewFile file_named(std::string const& name) {
    ViewFile file{name, {}};
    auto const buffer = llvm::MemoryBuffer::getFile(name, /*IsText=*/true);
    if (!buffer) return file;
    for (llvm::line_iterator line(**buffer, /*SkipBlanks=*/false); !line.is_at_eof(); ++line)
        file.lines.push_back({BindingTime::none, line->rtrim("\r").str(), {}});
    return file;
}

ViewFile view_of_spec(Made const& made, Spec const& spec) {
    ViewFile file = file_named(spec.file);
    for (MadeEntry const& entry : made.entries) {
        std::vector<SpecFact> const& facts = entry.bound->entry->facts;
        for (MadeVersion const& version : entry.versions)
            for (int const number : version.report.tested) {
                uint32_t const line = facts[size_t(number)].path.place.line;
                if (line <= file.lines.size()) file.lines[line - 1].time = BindingTime::guarded;
            }
    }
    return file;
}

char letter_for(BindingTime time) {
    switch (time) {
    case BindingTime::none:
        return ' ';
    case BindingTime::fixed:
        return 'S';
    case BindingTime::dynamic:
        return 'D';
    case BindingTime::both:
        return 'B';
    case BindingTime::guarded:
        return 'G';
    }
    return ' ';
}

char const* name_of(BindingTime time) {
    switch (time) {
    case BindingTime::none:
        return "none";
    case BindingTime::fixed:
        return "static";
    case BindingTime::dynamic:
        return "dynamic";
    case BindingTime::both:
        return "both";
    case BindingTime::guarded:
        return "guarded";
    }
    return "";
}

/// What pointing at the line shows.
std::string title_of(ViewLine const& line) {
    if (!line.is_guarded) return line.reason;
    std::string const reliance = "static " + reliance_text(line.facts);
    return line.time == BindingTime::guarded ? reliance : line.reason + "; in part " + reliance;
}

char const* colour_for(BindingTime time) {
    switch (time) {
    case BindingTime::none:
        return "";
    case BindingTime::fixed:
        return "\033[32m";
    case BindingTime::dynamic:
        return "\033[31m";
    case BindingTime::both:
        return "\033[33m";
    case BindingTime::guarded:
        return "\033[34m";
    }
    return "";
}

constexpr llvm::StringLiteral page_begin = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>binding times</title><style>
body { font: 14px/1.4 monospace; margin: 2em; color: #222; background: #fff; }
pre { margin: 0 0 2em; }
pre span { display: block; min-height: 1.4em; }
.S { background: #dff3df; } .D { background: #f9dcdc; } .B { background: #fdf3cf; }
.G { background: #dce6f9; }
</style></head><body>
<p><b class="S">static</b> <b class="D">dynamic</b> <b class="B">both</b>
<b class="G">guarded: static because of facts tested at each call</b>:
pointing at a line tells why.</p>
)";

} // namespace

std::vector<ViewFile> view_of(Made const& made, Spec const& spec) {
    std::vector<ViewFile> files = {view_of_spec(made, spec)};
    for (auto const& [name, lines] : sums_of(made)) {
        ViewFile file = file_named(name);
        for (auto const& [number, sum] : lines) {
            if (number == 0 || number > file.lines.size()) continue;
            ViewLine& line = file.lines[number - 1];
            line = {time_of(sum), std::move(line.text), sum.reason, sum.is_guarded, sum.facts};
        }
        files.push_back(std::move(file));
    }
    return files;
}

std::string view_text(std::vector<ViewFile> const& files, bool colour) {
    std::string text;
    for (ViewFile const& file : files) {
        text += file.name + "\n";
        for (size_t i = 0; i < file.lines.size(); ++i) {
            ViewLine const& line = file.lines[i];
            bool const is_coloured = colour && line.time != BindingTime::none;
            std::string const number = std::to_string(i + 1);
            text += letter_for(line.time) +
                    std::string(6 - std::min<size_t>(6, number.size()), ' ') + number + "  ";
            if (is_coloured) text += colour_for(line.time);
            text += line.text;
            if (is_coloured) text += "\033[0m";
            text += "\n";
        }
        text += "\n";
    }
    return text;
}

std::string view_html(std::vector<ViewFile> const& files) {
    std::string page(page_begin);
    llvm::raw_string_ostream out(page);
    for (ViewFile const& file : files) {
        out << "<h2>";
        llvm::printHTMLEscaped(file.name, out);
        out << "</h2>\n<pre>";
        for (ViewLine const& line : file.lines) {
            out << "<span";
            if (line.time != BindingTime::none) out << " class=\"" << letter_for(line.time) << '"';
            if (std::string const title = title_of(line); !title.empty()) {
                out << " title=\"";
                llvm::printHTMLEscaped(title, out);
                out << '"';
            }
            out << '>';
            llvm::printHTMLEscaped(line.text, out);
            out << "</span>";
        }
        out << "</pre>\n";
    }
    out << "</body></html>\n";
    return page;
}

llvm::json::Value view_json(std::vector<ViewFile> const& files) {
    llvm::json::Array all;
    for (ViewFile const& file : files) {
        llvm::json::Array lines;
        for (size_t i = 0; i < file.lines.size(); ++i) {
            ViewLine const& line = file.lines[i];
            if (line.time == BindingTime::none) continue;
            lines.push_back(llvm::json::Object{{"line", i + 1},
                                               {"time", name_of(line.time)},
                                               {"reason", line.reason},
                                               {"guarded", line.is_guarded},
                                               {"facts", llvm::json::Array(line.facts)}});
        }
        all.push_back(llvm::json::Object{{"file", file.name}, {"lines", std::move(lines)}});
    }
    return all;
}

} // namespace specialize
