// SPDX-License-Identifier: BSD-2-Clause
// The verbs of collapse, and the help of each, with examples.
#pragma once

#include <rewrite/tool/verbs.hpp>

namespace collapse {

enum class Verb { launch, scan, plan, apply, check, print, explain, help, version };

extern rewrite::Verbs<Verb> const verbs;

} // namespace collapse
