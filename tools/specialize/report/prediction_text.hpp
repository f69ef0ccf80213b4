// SPDX-License-Identifier: BSD-2-Clause
// Predictions of all versions of a spec, for people and for programs.
#pragma once

#include "prediction.hpp"
#include <specialize/options/options.hpp>
#include <specialize/versions/versions.hpp>

#include <llvm/Support/JSON.h>

namespace specialize {

struct VersionPrediction {
    std::string version;
    std::string choices; ///< `flags = 0`, empty without expectations
    Prediction prediction;
};

/// Reads the profiles that the options name. Refused: S0409, a file that is no profile; S0410, an
/// entry that the profile does not know.
std::vector<VersionPrediction> predictions_of(Made const& made, Options const& options,
                                              rewrite::Diagnostics& diagnostics);

/// Refuses (S0411) if no version is expected to gain what the options ask for.
void check_gain(Made const& made, Options const& options, rewrite::Diagnostics& diagnostics);

/// `opening`: what it takes to open and close a session, in instructions.
std::string predictions_text(std::vector<VersionPrediction> const& predictions, uint64_t opening);
llvm::json::Value predictions_json(std::vector<VersionPrediction> const& predictions,
                                   uint64_t opening);

} // namespace specialize
