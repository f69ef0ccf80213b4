// SPDX-License-Identifier: BSD-2-Clause
// The verbs of specialize, and the help of each, with examples.
#pragma once

#include <rewrite/tool/verbs.hpp>

namespace specialize {

enum class Verb {
    write,
    check,
    predict,
    explain,
    view,
    capture,
    fill,
    help,
    version,
    runtime,
    pass
};

extern rewrite::Verbs<Verb> const verbs;

} // namespace specialize
