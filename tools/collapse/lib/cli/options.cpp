// SPDX-License-Identifier: BSD-2-Clause
// The command line of collapse: options of each verb, then the compiler's command.
#include "options.hpp"

#include <rewrite/tool/option_word.hpp>

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringRef.h>

#include <optional>
#include <set>

namespace collapse {

namespace {

/// What follows the options of a verb.
enum class Rest { nothing, inputs, command };

Rest rest_of(Verb verb) {
    switch (verb) {
    case Verb::launch:
    case Verb::scan:
    case Verb::apply:
    case Verb::check:
        return Rest::command;
    case Verb::plan:
    case Verb::print:
    case Verb::explain:
    case Verb::help:
        return Rest::inputs;
    case Verb::version:
        return Rest::nothing;
    }
    llvm_unreachable("all verbs are above");
}

std::set<std::string> options_of(Verb verb) {
    switch (verb) {
    case Verb::launch:
    case Verb::check:
        return {"--class", "--plan", "--verbose", "--format"};
    case Verb::scan:
        return {"-o", "--format"};
    case Verb::plan:
        return {"--class", "--apart", "-p", "-j", "-o", "--verbose", "--format"};
    case Verb::apply:
        return {"--class", "--plan", "-o", "--verbose", "--format"};
    case Verb::print:
        return {"--class", "--plan", "-p", "-o", "--format"};
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
        } else if (rest_of(options_.verb) == Rest::command) {
            take_command();
        } else {
            options_.inputs.push_back(word);
            ++next_;
        }
    }

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
        if (name == "--class") options_.classes.push_back(value);
        if (name == "--apart") options_.apart.push_back(value);
        if (name == "--plan") options_.plan_file = value;
        if (name == "-o") options_.output = value;
        if (name == "-p") options_.build_folder = value;
        if (name == "--format" && value != "json" && value != "text")
            error_ = "`--format` is text or json, not `" + value + "`";
        if (name == "--format") options_.json = value == "json";
        if (name == "-j" &&
            (llvm::StringRef(value).getAsInteger(10, options_.jobs) || options_.jobs == 0))
            error_ = "`-j` needs a number of processors, not `" + value + "`";
    }

    void check() {
        Options const& now = options_;
        bool const has_targets = !now.classes.empty() || !now.plan_file.empty();
        switch (now.verb) {
        case Verb::launch:
        case Verb::apply:
        case Verb::check:
            if (!has_targets) error_ = "which class? Name it by --class, or a plan by --plan";
            [[fallthrough]];
        case Verb::scan:
            if (now.command.empty() && !error_) error_ = "the compiler's command is missing";
            break;
        case Verb::plan:
            if (now.classes.empty()) error_ = "which class? Name it by --class";
            if (now.inputs.empty() == now.build_folder.empty() && !error_)
                error_ = "give either facts files or `-p` with a build folder";
            break;
        case Verb::print:
            check_print(has_targets);
            break;
        case Verb::explain:
            if (now.inputs.size() != 1) error_ = "which code? As in `collapse explain C0301`";
            break;
        case Verb::help:
        case Verb::version:
            break;
        }
        if (!error_ && !now.plan_file.empty() && !now.classes.empty())
            error_ = "`--class` and `--plan` exclude each other: the plan names the classes";
    }

    void check_print(bool has_targets) {
        if (!has_targets)
            error_ = "which class? Name it by --class";
        else if (options_.inputs.size() > 1)
            error_ = "print reads one source";
        else if (options_.inputs.empty() && options_.command.empty())
            error_ = "which source?";
        else if (options_.inputs.empty() && !options_.build_folder.empty())
            error_ = "`-p` needs the source whose command is to be looked up";
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

} // namespace collapse
