// SPDX-License-Identifier: BSD-2-Clause
// Predicts for each version, and says it.
#include "prediction_text.hpp"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>

namespace specialize {
namespace {

using rewrite::Diagnostics;

std::optional<CallProfile> profile_in(std::string const& file, Diagnostics& diagnostics) {
    auto const buffer = llvm::MemoryBuffer::getFile(file);
    std::string mistake = buffer ? "" : buffer.getError().message();
    std::optional<CallProfile> profile;
    if (buffer) profile = read_call_profile((*buffer)->getBuffer(), mistake);
    if (!profile)
        diagnostics.refuse("S0409", {file, 0, 0}, "this is no profile of callgrind: " + mistake,
                           "make one by `valgrind --tool=callgrind "
                           "--callgrind-out-file=FILE PROGRAM`");
    return profile;
}

std::optional<double> measured_of(CallProfile const& profile, Entry const& entry) {
    auto const calls = profile.calls_of(entry.version.text);
    if (!calls || calls->number == 0) return std::nullopt;
    return static_cast<double>(calls->inclusive) / static_cast<double>(calls->number);
}

std::string number(double value) {
    return llvm::formatv("{0:F1}", value).str();
}

std::string pay_text(Prediction const& prediction, uint64_t opening) {
    auto const share = prediction.least_share();
    auto const calls = prediction.calls_to_pay(opening);
    if (!share || !calls) return "never: the tests take no less than is saved";
    return "if " + number(100 * *share) +
           " % of the calls pass the tests; in a session that costs " + std::to_string(opening) +
           " instructions, after " + std::to_string(*calls) + " calls";
}

} // namespace

std::vector<VersionPrediction> predictions_of(Made const& made, Options const& options,
                                              Diagnostics& diagnostics) {
    std::vector<VersionPrediction> all;
    auto const general = profile_in(options.profile, diagnostics);
    std::optional<CallProfile> special;
    if (!options.measured.empty()) special = profile_in(options.measured, diagnostics);
    if (diagnostics.has_errors()) return all;
    for (MadeEntry const& made_entry : made.entries) {
        Entry const& entry = *made_entry.bound->entry;
        size_t tests = 0; // A call that a version takes has failed those of the versions before.
        for (MadeVersion const& version : made_entry.versions) {
            tests += version.report.code_of_guard;
            auto prediction =
                predict(*general, made_entry.bound->function.symbol, version.report, tests);
            if (!prediction) {
                diagnostics.refuse("S0410", entry.name.place,
                                   "`" + entry.name.text + "` is not called in `" +
                                       options.profile + "`",
                                   "profile the program without versions, compiled so that the "
                                   "function is not inlined");
                break;
            }
            if (special) prediction->measured = measured_of(*special, entry);
            all.push_back({entry.version.text, llvm::join(version.choices, ", "), *prediction});
        }
    }
    return all;
}

void check_gain(Made const& made, Options const& options, Diagnostics& diagnostics) {
    auto const all = predictions_of(made, options, diagnostics);
    if (all.empty() || diagnostics.has_errors()) return;
    auto const best = std::ranges::max_element(
        all, {}, [](VersionPrediction const& each) { return each.prediction.gain(); });
    if (best->prediction.gain() >= options.least_gain) return;
    diagnostics.refuse("S0411", made.entries.front().bound->entry->name.place,
                       "the best version, `" + best->version + "`, is expected to take " +
                           number(best->prediction.expected()) +
                           " instructions a call in place of " + number(best->prediction.general),
                       "state more, or write it all the same by `--least-gain 0`");
}

std::string predictions_text(std::vector<VersionPrediction> const& predictions, uint64_t opening) {
    std::string text;
    for (auto const& [version, choices, each] : predictions) {
        text += version + (choices.empty() ? "" : ": " + choices) + "\n";
        text += "  general   " + number(each.general) + " instructions a call, in " +
                std::to_string(each.calls) + " calls; " + number(each.reached) +
                " on lines that were followed\n";
        text += "  expected  " + number(each.expected()) + ": " + number(each.saved) +
                " are evaluated away, the tests take at most " + number(each.guard) + "\n";
        text += "  gain      " + llvm::formatv("{0:F2}", each.gain()).str() +
                " times fewer instructions\n";
        text += "  pays off  " + pay_text(each, opening) + "\n";
        if (each.measured) text += "  measured  " + number(*each.measured) + "\n";
    }
    return text;
}

llvm::json::Value predictions_json(std::vector<VersionPrediction> const& predictions,
                                   uint64_t opening) {
    llvm::json::Array all;
    for (auto const& [version, choices, each] : predictions)
        all.push_back(llvm::json::Object{{"version", version},
                                         {"choices", choices},
                                         {"calls", int64_t(each.calls)},
                                         {"general", each.general},
                                         {"reached", each.reached},
                                         {"saved", each.saved},
                                         {"guard", each.guard},
                                         {"expected", each.expected()},
                                         {"gain", each.gain()},
                                         {"least_share", each.least_share()},
                                         {"opening", int64_t(opening)},
                                         {"calls_to_pay", each.calls_to_pay(opening)},
                                         {"measured", each.measured}});
    return all;
}

} // namespace specialize
