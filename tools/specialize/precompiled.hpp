// SPDX-License-Identifier: BSD-2-Clause
// What nearly every file of `specialize` needs, precompiled once for all.
#pragma once

#include <rewrite/precompiled.hpp>
#include <specialize/engine/precompiled.hpp>
