// SPDX-License-Identifier: BSD-2-Clause
// Writes the directives around kept includes, and line markers that every compiler accepts.
#include "system_includes.hpp"

#include "line_markers.hpp"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringRef.h>

#include <algorithm>

namespace rewrite {
namespace {

constexpr llvm::StringLiteral kept_include = " /* clang -E -fkeep-system-includes */";
constexpr llvm::StringLiteral next_include = " /* of #include_next */";

/// Follows the printed text line by line.
class Completion {
public:
    Completion(SystemIncludes const& includes, std::set<std::string> const& expanded)
        : includes_(includes), expanded_(expanded) {
        for (auto const& [clangs, compilers] : includes.names)
            names_['"' + clangs + '"'] = '"' + compilers + '"';
    }

    std::string run(llvm::StringRef printed) {
        block_system_macros();
        LineMarkers const markers({printed.data(), printed.size()});
        for (size_t begin = 0; begin < printed.size();) {
            size_t const end = std::min(printed.find('\n', begin), printed.size());
            // What looks like a directive in a raw string is none.
            if (markers.may_break(static_cast<uint32_t>(begin)))
                take(printed.slice(begin, end));
            else
                keep(printed.slice(begin, end));
            begin = end + 1;
        }
        return std::move(text_);
    }

private:
    void take(llvm::StringRef line) {
        if (line.starts_with("# ")) return take_marker(line);
        if (line.starts_with("#") && line.ends_with(kept_include)) {
            take_include();
        } else if (line == "#pragma GCC system_header") {
            // In the text's main file the pragma has no effect; a marker says the same.
            system_files_.insert(file_.str());
            ++line_;
            write_marker("");
            return;
        } else {
            return keep(line);
        }
        ++line_;
    }

    void keep(llvm::StringRef line) {
        text_ += line;
        text_ += '\n';
        ++line_;
    }

    /// `# 12 "file" 1 3`: the flags say enter (1), leave (2) and system (3).
    void take_marker(llvm::StringRef marker) {
        llvm::StringRef rest = marker.drop_front(2);
        unsigned line = 0;
        if (rest.consumeInteger(10, line) || !rest.consume_front(" ")) return;
        size_t const end = rest.rfind('"') + 1;
        line_ = line;
        file_ = rest.take_front(end);
        if (auto const other = names_.find(file_.str()); other != names_.end())
            file_ = other->second;
        llvm::StringRef const flags = rest.drop_front(end);
        if (flags.contains('1')) {
            stack_.push_back(file_);
            write_marker(" 1");
        } else if (flags.contains('2') && leaves_to(file_)) {
            stack_.pop_back();
            write_marker(" 2");
        } else {
            if (stack_.empty()) stack_.push_back(file_);
            write_marker("");
        }
    }

    /// Coming back from a kept include is no way out of a file that the text has entered.
    bool leaves_to(llvm::StringRef file) const {
        return stack_.size() > 1 && stack_[stack_.size() - 2] == file;
    }

    void write_marker(llvm::StringRef flags) {
        text_ += "# " + std::to_string(line_) + " " + file_.str() + flags.str();
        if (system_files_.contains(file_.str()) || is_expanded(file_)) text_ += " 3";
        text_ += '\n';
    }

    bool is_expanded(llvm::StringRef quoted_file) const {
        return std::ranges::any_of(expanded_, [&](std::string const& folder) {
            return quoted_file.drop_front().starts_with(folder + "/");
        });
    }

    void take_include() {
        SystemInclude const& include = includes_.in_order.at(next_++);
        for (std::string const& name : includes_.blocked)
            directive("pragma pop_macro(\"" + name + "\")");
        for (std::string const& name : include.undefined)
            directive("undef " + name);
        for (auto const& [name, macro] : include.macros) {
            if (macro.replaces) directive("undef " + name);
            text_ += macro.definition + '\n';
        }
        text_ += "#include " + include.header;
        if (include.is_next) text_ += next_include;
        text_ += '\n';
        for (auto const& [name, macro] : include.macros)
            if (!macro.is_taken_over) directive("undef " + name);
        block_system_macros();
        ++line_;
        write_marker("");
        --line_;
    }

    void block_system_macros() {
        for (std::string const& name : includes_.blocked) {
            directive("pragma push_macro(\"" + name + "\")");
            directive("undef " + name);
        }
    }

    void directive(std::string const& what) { text_ += "#" + what + "\n"; }

    SystemIncludes const& includes_;
    std::set<std::string> const& expanded_;
    std::map<std::string, std::string> names_; ///< quoted
    std::string text_;
    llvm::StringRef file_; ///< quoted, as markers write it
    unsigned line_ = 1;
    size_t next_ = 0;
    std::vector<llvm::StringRef> stack_;
    std::set<std::string> system_files_;
};

} // namespace

std::string complete_text(std::string_view printed, SystemIncludes const& includes,
                          std::set<std::string> const& expanded) {
    return Completion(includes, expanded).run({printed.data(), printed.size()});
}

bool bypasses_user_folders(std::string_view text) {
    return llvm::StringRef(text.data(), text.size()).contains(next_include.str() + "\n");
}

} // namespace rewrite
