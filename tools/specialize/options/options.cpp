// SPDX-License-Identifier: BSD-2-Clause
// The command line of specialize: a verb, the spec, options, then the compiler's command.
#include "options.hpp"

#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Path.h>
#include <rewrite/tool/option_word.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <set>

namespace specialize {

namespace {

std::set<std::string> options_of(Verb verb) {
    switch (verb) {
    case Verb::write:
        return {"-o", "--alone", "--replace", "--format", "--profile", "--least-gain"};
    case Verb::predict:
        return {"--format", "--profile", "--measured", "--opening"};
    case Verb::check:
    case Verb::explain:
        return {"--format"};
    case Verb::view:
        return {"--format", "--html"};
    case Verb::capture:
        return {"-o"};
    case Verb::fill:
        return {"-o", "--from"};
    case Verb::help:
    case Verb::version:
    case Verb::runtime:
    case Verb::pass:
        return {};
    }
    return {};
}

class OptionsReader {
public:
    explicit OptionsReader(std::vector<std::string> const& words) : words_(words) {}

    std::variant<Options, UsageError> run() {
        if (words_.empty()) return UsageError{Verb::write, "which spec?"};
        if (auto const verb = verbs.named(words_.front())) {
            options_.verb = *verb;
            ++next_;
        }
        while (error_.empty() && next_ < words_.size())
            take_word();
        if (error_.empty()) check();
        if (!error_.empty()) return UsageError{options_.verb, error_};
        return std::move(options_);
    }

private:
    void take_word() {
        std::string const& word = words_[next_];
        if (word == "--") {
            options_.command.assign(words_.begin() + ptrdiff_t(next_) + 1, words_.end());
            next_ = words_.size();
        } else if (word == "--help" || word == "-h") {
            show(Verb::help);
        } else if (word == "--version" && options_.verb == Verb::write) {
            show(Verb::version);
        } else if (word == "--runtime" && options_.verb == Verb::write) {
            show(Verb::runtime);
        } else if (word == "--pass" && options_.verb == Verb::write) {
            show(Verb::pass);
        } else if (word.size() > 1 && word.front() == '-') {
            take_option();
        } else {
            inputs_.push_back(word);
            ++next_;
        }
    }

    void show(Verb verb) {
        inputs_.assign(1, std::string(verbs.name_of(options_.verb)));
        options_.verb = verb;
        next_ = words_.size();
    }

    void take_option() {
        auto [name, value] = rewrite::split_option(words_[next_++]);
        if (!options_of(options_.verb).contains(name)) {
            error_ = "there is no option `" + name + "` here";
            return;
        }
        if (name == "--alone" || name == "--replace") {
            (name == "--alone" ? options_.is_alone : options_.is_replaced) = true;
            if (value) error_ = "`" + name + "` takes no value";
            return;
        }
        if (!value && next_ < words_.size() && words_[next_] != "--") value = words_[next_++];
        if (!value || value->empty()) {
            error_ = "`" + name + "` needs a value";
            return;
        }
        set(name, *value);
    }

    void set(std::string const& name, std::string const& value) {
        if (name == "-o") options_.output = value;
        if (name == "--from") options_.records.push_back(value);
        if (name == "--html") options_.html = value;
        if (name == "--profile") options_.profile = value;
        if (name == "--measured") options_.measured = value;
        if (name == "--least-gain" && llvm::StringRef(value).getAsDouble(options_.least_gain))
            error_ = "`--least-gain` is a number, not `" + value + "`";
        if (name == "--opening" && llvm::StringRef(value).getAsInteger(10, options_.opening))
            error_ = "`--opening` is a number of instructions, not `" + value + "`";
        if (name == "--format" && value != "json" && value != "text")
            error_ = "`--format` is text or json, not `" + value + "`";
        if (name == "--format") options_.json = value == "json";
    }

    void check() {
        bool const is_explain = options_.verb == Verb::explain;
        constexpr std::array about_tool{Verb::help, Verb::version, Verb::runtime, Verb::pass};
        bool const is_about_tool = std::ranges::find(about_tool, options_.verb) != about_tool.end();
        if (is_about_tool || is_explain) {
            if (!inputs_.empty()) options_.topic = inputs_.front();
            if (is_explain && inputs_.empty())
                error_ = "what? A code, or a place as in `specialize explain clnt.c:120 rpc.spec "
                         "-- gcc -c clnt.c`";
            if (!is_explain || inputs_.size() < 2) return;
            inputs_.erase(inputs_.begin());
        }
        if (options_.verb == Verb::predict && options_.profile.empty())
            error_ = "which profile? Give callgrind's by `--profile`";
        if (options_.verb == Verb::fill && options_.records.empty())
            error_ = "which record? Give what the recorded program wrote by `--from`";
        if (inputs_.empty())
            error_ = "which spec?";
        else if (inputs_.size() > 1)
            error_ = "one spec at a time, and the compiler's command after `--`";
        else if (options_.command.empty())
            error_ = "the compiler's command is missing: give it after `--`";
        else
            options_.spec_file = inputs_.front();
        if (options_.output.empty() && options_.verb == Verb::fill) options_.output = "-";
        if (options_.output.empty())
            options_.output = llvm::sys::path::stem(options_.spec_file).str() + ".o";
    }

    std::vector<std::string> const& words_;
    std::vector<std::string> inputs_;
    size_t next_ = 0;
    Options options_;
    std::string error_;
};

} // namespace

std::variant<Options, UsageError> parse_options(std::vector<std::string> const& words) {
    return OptionsReader(words).run();
}

} // namespace specialize
