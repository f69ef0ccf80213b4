// SPDX-License-Identifier: BSD-2-Clause
// Joins the profile's lines with those of the version's report.
#include "prediction.hpp"

#include "file_names.hpp"

#include <cmath>

namespace specialize {
namespace {

/// Whether one path is the end of the other: profiles and reports shorten names differently.
bool same_file(llvm::StringRef one, llvm::StringRef other) {
    one.consume_front("./");
    other.consume_front("./");
    if (one.size() < other.size()) std::swap(one, other);
    return !other.empty() && ends_with_path(one, other);
}

uint64_t cost_of(CallProfile const& profile, LineCount const& line) {
    auto const files = profile.lines.find(line.line);
    if (files == profile.lines.end()) return 0;
    uint64_t sum = 0;
    for (auto const& [file, cost] : files->second)
        if (same_file(file, line.file)) sum += cost;
    return sum;
}

} // namespace

std::optional<double> Prediction::least_share() const {
    if (guard > saved) return std::nullopt;
    return saved > 0 ? guard / saved : 0;
}

std::optional<uint64_t> Prediction::calls_to_pay(uint64_t opening) const {
    double const gained = saved - guard;
    if (gained <= 0) return std::nullopt;
    return static_cast<uint64_t>(std::ceil(static_cast<double>(opening) / gained));
}

std::optional<Prediction> predict(CallProfile const& general, std::string const& entry,
                                  Report const& report, std::size_t guard_instructions) {
    auto const calls = general.calls_of(entry);
    if (!calls || calls->number == 0) return std::nullopt;
    auto const number = static_cast<double>(calls->number);
    Prediction prediction;
    prediction.calls = calls->number;
    prediction.general = static_cast<double>(calls->inclusive) / number;
    prediction.guard = static_cast<double>(guard_instructions);
    for (LineCount const& line : report.lines) {
        double const cost = static_cast<double>(cost_of(general, line)) / number;
        double const all = static_cast<double>(line.known + line.left);
        prediction.reached += cost;
        prediction.saved += all > 0 ? cost * static_cast<double>(line.known) / all : 0;
    }
    prediction.saved = std::min(prediction.saved, prediction.general);
    return prediction;
}

} // namespace specialize
