// SPDX-License-Identifier: BSD-2-Clause
// The command line of reorder: options of each verb, then the compiler's command.
#include "options.hpp"

#include <rewrite/tool/option_word.hpp>

#include <llvm/ADT/StringRef.h>

#include <optional>
#include <set>

namespace reorder {

namespace {

std::set<std::string> options_of(Verb verb) {
    switch (verb) {
    case Verb::launch:
        return {"--plan", "--verbose", "--format"};
    case Verb::print:
        return {"--plan", "-o", "--format"};
    case Verb::describe:
        return {"--class", "-o", "--format"};
    default:
        return {};
    }
}

class Parser {
public:
    explicit Parser(std::vector<std::string> const& words) : words_(words) {}

    std::variant<Options, UsageError> run() {
        choose_verb();
        while (!error_ && next_ < words_.size() && !is_command_)
            take_word();
        if (!error_) check();
        if (error_) return UsageError{options_.verb, *error_};
        return std::move(options_);
    }

private:
    void choose_verb() {
        if (words_.empty()) {
            error_ = "what is to be done?";
            return;
        }
        if (auto const verb = verbs.named(words_.front())) {
            options_.verb = *verb;
            ++next_;
        }
    }

    void take_word() {
        std::string const& word = words_[next_];
        if (word == "--") {
            ++next_;
            take_command();
        } else if (word == "--help" || word == "-h") {
            options_.inputs.assign(1, std::string(verbs.name_of(options_.verb)));
            options_.verb = Verb::help;
            next_ = words_.size();
        } else if (word == "--version" && options_.verb == Verb::launch) {
            options_.verb = Verb::version;
            next_ = words_.size();
        } else if (word.size() > 1 && word.front() == '-') {
            take_option();
        } else if (options_.verb == Verb::launch) {
            take_command();
        } else {
            options_.inputs.push_back(word);
            ++next_;
        }
    }

    /// After the flags of `print` and `describe` stands their source.
    void take_command() {
        is_command_ = true;
        options_.command.assign(words_.begin() + ptrdiff_t(next_), words_.end());
    }

    void take_option() {
        auto [name, value] = rewrite::split_option(words_[next_++]);
        if (!options_of(options_.verb).contains(name)) {
            error_ = "there is no option `" + name + "` here";
            return;
        }
        if (name == "--verbose") {
            options_.verbose = true;
            if (value) error_ = "`--verbose` takes no value";
            return;
        }
        if (!value && next_ < words_.size()) value = words_[next_++];
        if (!value || value->empty()) {
            error_ = "`" + name + "` needs a value";
            return;
        }
        set(name, *value);
    }

    void set(llvm::StringRef name, std::string const& value) {
        if (name == "--class") options_.class_name = value;
        if (name == "--plan") options_.plan_file = value;
        if (name == "-o") options_.output = value;
        if (name == "--format" && value != "json" && value != "text")
            error_ = "`--format` is text or json, not `" + value + "`";
        if (name == "--format") options_.json = value == "json";
    }

    void check() {
        Options const& now = options_;
        bool const has_source = !now.inputs.empty() || !now.command.empty();
        switch (now.verb) {
        case Verb::launch:
            if (now.plan_file.empty()) error_ = "by which layout? Name a plan by --plan";
            if (now.command.empty() && !error_) error_ = "the compiler's command is missing";
            break;
        case Verb::print:
            if (now.plan_file.empty()) error_ = "by which layout? Name a plan by --plan";
            if (!has_source && !error_) error_ = "which source?";
            break;
        case Verb::describe:
            if (now.class_name.empty()) error_ = "which class? Name it by --class";
            if (!has_source && !error_) error_ = "which source?";
            break;
        case Verb::explain:
            if (now.inputs.size() != 1) error_ = "which code? As in `reorder explain R0301`";
            break;
        case Verb::help:
        case Verb::version:
            break;
        }
        if (!error_ && now.verb != Verb::explain && now.verb != Verb::help && now.inputs.size() > 1)
            error_ = "one source at a time";
    }

    std::vector<std::string> const& words_;
    size_t next_ = 0;
    bool is_command_ = false;
    Options options_;
    std::optional<std::string> error_;
};

} // namespace

std::variant<Options, UsageError> parse_options(std::vector<std::string> const& words) {
    return Parser(words).run();
}

} // namespace reorder
