// SPDX-License-Identifier: BSD-2-Clause
// Chains of reasons from an instruction back to where something became unknown.
#include "reasons.hpp"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <map>
#include <set>

namespace specialize {
namespace {

std::string file_of(llvm::DILocation const& location) {
    llvm::StringRef const folder = location.getDirectory();
    llvm::StringRef const name = location.getFilename();
    if (name.starts_with("/") || folder.empty()) return name.str();
    return (folder + "/" + name).str();
}

Why link_at(llvm::Value const& value, std::string text) {
    Why link;
    link.text = std::move(text);
    if (auto const* const parameter = llvm::dyn_cast<llvm::Argument>(&value))
        link.function = parameter->getParent()->getName().str();
    auto const* const instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (instruction == nullptr) return link;
    link.function = instruction->getFunction()->getName().str();
    if (auto const* const location = instruction->getDebugLoc().get()) {
        link.file = file_of(*location);
        link.line = location->getLine();
        link.column = location->getColumn();
    }
    return link;
}

/// Keeps the numbers sorted, each once.
void add(std::vector<int>& numbers, std::vector<int> const& more) {
    for (int const each : more) {
        auto const place = std::ranges::lower_bound(numbers, each);
        if (place == numbers.end() || *place != each) numbers.insert(place, each);
    }
}

} // namespace

void Reasons::left(llvm::Instruction const& instruction, Cause cause) {
    ++counts_[&instruction].left;
    causes_.try_emplace(&instruction, std::move(cause));
}

std::vector<Why> Reasons::chain_from(llvm::Instruction const& instruction) const {
    static constexpr std::size_t longest = 12;
    std::vector<Why> chain;
    std::set<llvm::Value const*> seen;
    llvm::Value const* value = &instruction;
    while (value != nullptr && chain.size() < longest && seen.insert(value).second) {
        auto const found = causes_.find(value);
        if (found == causes_.end()) break;
        Why link = link_at(*value, found->second.text);
        bool const same_line = !chain.empty() && chain.back().line == link.line &&
                               chain.back().function == link.function &&
                               chain.back().text == link.text;
        if (!same_line) chain.push_back(std::move(link));
        value = found->second.because;
    }
    return chain;
}

std::vector<Why> Reasons::why(llvm::Instruction const& instruction) const {
    std::vector<Why> chain = chain_from(instruction);
    if (chain.empty()) chain.push_back(link_at(instruction, {}));
    return chain;
}

Evaluated Reasons::evaluated() const {
    Evaluated evaluated;
    for (auto const& [instruction, count] : counts_)
        if (count.left == 0) evaluated.insert(instruction);
    return evaluated;
}

std::vector<LineCount> Reasons::lines(Reliances const& reliances) const {
    std::map<std::pair<std::string, unsigned>, LineCount> lines;
    for (auto const& [instruction, count] : counts_) {
        auto const* const location = instruction->getDebugLoc().get();
        if (location == nullptr || location->getLine() == 0) continue;
        std::string const file = file_of(*location);
        LineCount& line = lines[{file, location->getLine()}];
        line.file = file;
        line.line = location->getLine();
        line.known += count.known;
        line.left += count.left;
        if (auto const found = reliances.find(instruction); found != reliances.end()) {
            line.is_guarded = true;
            add(line.relies_on, found->second);
        }
        if (count.left == 0) continue;
        std::vector<Why> chain = chain_from(*instruction);
        if (line.why.size() < chain.size()) line.why = std::move(chain);
    }
    std::vector<LineCount> sorted;
    for (auto& [place, line] : lines)
        sorted.push_back(std::move(line));
    return sorted;
}

std::size_t Reasons::followed() const {
    std::size_t sum = 0;
    for (auto const& [instruction, count] : counts_)
        sum += count.known + count.left;
    return sum;
}

} // namespace specialize
