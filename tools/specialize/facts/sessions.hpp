// SPDX-License-Identifier: BSD-2-Clause
// Which parameters the values of a session are reached by.
#pragma once

#include "bound_spec.hpp"

#include <set>

namespace specialize {

/// The parameters that a path mentions, `this` included.
std::set<std::string> parameters_in(Text const& path, Function const& function);

/// Gives each entry with sessions a fact for each parameter that their paths begin at: a version is
/// called for the session's objects only. The entries of `spec` are those that `bound` refers to.
void add_session_objects(Spec& spec, std::vector<BoundEntry> const& bound);

/// An expression: where the object of such a fact lies.
std::string object_address(SpecFact const& object, Function const& function);

/// An identifier of the program for a fact that writes may break.
std::string invariant_name(Entry const& entry, size_t fact);

/// Whether a fact may be tested once, when a session is opened: it begins at the session's objects,
/// or at a variable. Expected values choose at each call.
bool may_be_plugged(SpecFact const& fact, BoundEntry const& bound);

/// The function with those parameters only that its sessions are opened with.
Function opening_function(BoundEntry const& bound);

/// As a user declares it: `int send_open(struct client *h)`.
std::string opening_text(BoundEntry const& bound);

} // namespace specialize
