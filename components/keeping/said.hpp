// SPDX-License-Identifier: BSD-2-Clause
// What is said of the outcome of a call.
#pragma once

#include <core/result.hpp>
#include <core/text.hpp>
#include <flat/demo/ledger_error.hpp>

namespace flat::keeping {

template<class T>
bool is_unreachable(Result<T, demo::LedgerError> const& outcome) {
    return outcome.is_error() && outcome.error().code == demo::LedgerError::Code::unreachable;
}

template<class T>
Text said(Result<T, demo::LedgerError> const& outcome) {
    if (outcome.is_ok()) return "answered";
    return is_unreachable(outcome) ? "unreachable" : "refused";
}

} // namespace flat::keeping
