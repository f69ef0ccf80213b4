// SPDX-License-Identifier: BSD-2-Clause
// Reads callgrind's format: names are given once and then by number, lines may be relative.
#include "call_profile.hpp"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Demangle/Demangle.h>

namespace specialize {
namespace {

class ProfileReader {
public:
    ProfileReader(std::string_view text, std::string& mistake) : rest_(text), mistake_(mistake) {}

    std::optional<CallProfile> run() {
        bool is_profile = false;
        while (!rest_.empty() && mistake_.empty()) {
            llvm::StringRef line;
            std::tie(line, rest_) = rest_.split('\n');
            ++number_;
            if (line.starts_with("events:"))
                is_profile = read_events(line);
            else
                read_line(line.rtrim('\r'));
        }
        if (mistake_.empty() && !is_profile) mistake_ = "it has no line `events: Ir`";
        if (!mistake_.empty()) return std::nullopt;
        return std::move(profile_);
    }

private:
    void fail(llvm::StringRef what) {
        mistake_ = ("line " + llvm::Twine(number_) + ": " + what).str();
    }

    /// Instructions must be the first of the events.
    bool read_events(llvm::StringRef line) {
        llvm::StringRef const first = line.substr(7).ltrim().split(' ').first;
        if (first == "Ir") return true;
        fail("the first event is not `Ir`, instructions");
        return false;
    }

    void read_line(llvm::StringRef line) {
        if (line.empty() || line.starts_with("#")) return;
        bool const is_cost =
            llvm::isDigit(line[0]) || line[0] == '+' || line[0] == '-' || line[0] == '*';
        if (is_cost) return read_cost(line);
        auto const [key, value] = line.split('=');
        if (key == "fl")
            file_ = own_file_ = name_in(value, files_);
        else if (key == "fi" || key == "fe")
            file_ = name_in(value, files_);
        else if (key == "fn")
            name_in(value, functions_);
        else if (key == "cfn")
            called_ = name_in(value, functions_);
        else if (key == "cfi" || key == "cfl")
            name_in(value, files_);
        else if (key == "ob" || key == "cob")
            name_in(value, objects_);
        else if (key == "calls")
            read_calls(value);
        if (key == "fn") file_ = own_file_;
    }

    /// `(12) name` defines a name, `(12)` repeats it, and anything else is a name itself.
    std::string name_in(llvm::StringRef text, std::map<unsigned, std::string>& names) {
        unsigned number = 0;
        if (!text.consume_front("(") || text.consumeInteger(10, number) || !text.consume_front(")"))
            return text.str();
        if (!text.empty()) names[number] = text.ltrim().str();
        auto const known = names.find(number);
        if (known != names.end()) return known->second;
        fail("a name is repeated that was never given");
        return {};
    }

    void read_calls(llvm::StringRef text) {
        if (text.consumeInteger(10, calls_)) fail("`calls=` has no number");
        is_call_ = true;
    }

    bool read_position(llvm::StringRef& text) {
        if (text.consume_front("*")) return true;
        bool const forward = text.consume_front("+");
        bool const back = !forward && text.consume_front("-");
        unsigned value = 0;
        if (text.consumeInteger(10, value)) return false;
        if (forward)
            line_ += value;
        else if (back)
            line_ -= value;
        else
            line_ = value;
        return true;
    }

    void read_cost(llvm::StringRef text) {
        uint64_t cost = 0;
        if (!read_position(text)) return fail("a line number is damaged");
        text = text.ltrim();
        if (!text.empty() && text.consumeInteger(10, cost)) return fail("a cost is damaged");
        if (is_call_) {
            CallProfile::Calls& calls = profile_.functions[called_];
            calls.number += calls_;
            calls.inclusive += cost;
            is_call_ = false;
            return;
        }
        profile_.lines[line_][file_] += cost;
    }

    llvm::StringRef rest_;
    std::string& mistake_;
    unsigned number_ = 0;
    CallProfile profile_;
    std::map<unsigned, std::string> files_;
    std::map<unsigned, std::string> functions_;
    std::map<unsigned, std::string> objects_;
    std::string file_;
    std::string own_file_; ///< of the function, when code of other files is inlined
    std::string called_;
    uint64_t calls_ = 0;
    unsigned line_ = 0;
    bool is_call_ = false;
};

std::string_view without_parameters(std::string_view name) {
    return name.substr(0, name.find('('));
}

} // namespace

std::optional<CallProfile::Calls> CallProfile::calls_of(std::string_view symbol) const {
    std::string const readable = llvm::demangle(symbol);
    for (auto const& [name, calls] : functions) {
        std::string_view const plain = std::string_view(name).substr(0, name.find('\''));
        if (plain == symbol || plain == readable ||
            without_parameters(plain) == without_parameters(readable))
            return calls;
    }
    return std::nullopt;
}

std::optional<CallProfile> read_call_profile(std::string_view text, std::string& mistake) {
    mistake.clear();
    return ProfileReader(text, mistake).run();
}

} // namespace specialize
