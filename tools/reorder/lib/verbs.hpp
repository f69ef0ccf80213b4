// SPDX-License-Identifier: BSD-2-Clause
// The verbs of reorder, and the help of each, with examples.
#pragma once

#include <rewrite/tool/verbs.hpp>

namespace reorder {

enum class Verb { launch, print, describe, explain, help, version };

extern rewrite::Verbs<Verb> const verbs;

} // namespace reorder
