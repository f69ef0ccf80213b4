// SPDX-License-Identifier: BSD-2-Clause
// What nearly every file of the tools needs, precompiled once for all: clang's headers, and ours
// with classes whose members are made of templates anew in each file, half of its time to compile.
#pragma once

#include <rewrite/lib/clang.hpp>
#include <rewrite/lib/code_visitor.hpp>
#include <rewrite/lib/files.hpp>
#include <rewrite/lib/find_records.hpp>
#include <rewrite/lib/member_chunks.hpp>
#include <rewrite/lib/unit.hpp>
